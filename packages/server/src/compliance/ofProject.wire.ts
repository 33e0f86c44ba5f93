import { commonErrors } from '@watchpost/contract';
import { type Caller, maySee } from '../access/index.ts';
import type { OneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { ComplianceDeps } from './deps.ts';
import type { PointNames } from './proof/proof.store.ts';

/** The project, for callers who see all its devices: a proof covers everything in it. @throws Refusal `notFound` */
export function needProject({ tenant }: Caller, projectId: number): void {
  if (!maySee(tenant, projectId, null)) throw new Refusal(commonErrors.notFound);
}

/** Tells the company's browsers, once it is written. */
export const tellCompliance = (
  { events }: Pick<ComplianceDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['compliance'] }));

export const pointLabel = ({ device_name, point_name }: PointNames): string => `${device_name} ${point_name}`.trim();
