import { commonErrors, pointErrors, type UploadedFile } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** The project that a call is about: the one it names, else that of its header. */
export function projectOf(caller: Caller, named: number | undefined): number {
  const projectId = named ?? caller.projectId;
  if (projectId === null) throw new Refusal(pointErrors.chooseProject);
  if (!caller.tenant.projectIds.includes(projectId)) throw new Refusal(commonErrors.notFound);
  return projectId;
}

/** The one file of an upload. */
export function fileIn([file]: readonly UploadedFile[]): Uint8Array {
  if (!file) throw new Refusal(commonErrors.fileMissing);
  return file.content;
}
