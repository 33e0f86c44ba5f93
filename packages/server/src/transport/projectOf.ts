import { commonErrors, pointErrors, type UploadedFile } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';

/**
 * The project that a call is about: the one it names, else that of its header, else the only one that it can be.
 *
 * @param possible as what it brings says; of those in which the caller may make the call
 */
export function projectOf(
  caller: Caller,
  named: number | undefined,
  possible: readonly number[] = caller.tenant.projectIds,
): number {
  const [only, ...others] = possible;
  const projectId = named ?? caller.projectId ?? (others.length === 0 ? only : undefined);
  if (projectId === undefined) throw new Refusal(pointErrors.chooseProject);
  if (!caller.tenant.projectIds.includes(projectId)) throw new Refusal(commonErrors.notFound);
  return projectId;
}

/** The one file of an upload. */
export function fileIn([file]: readonly UploadedFile[]): Uint8Array {
  if (!file) throw new Refusal(commonErrors.fileMissing);
  return file.content;
}
