import { type Bilingual, describeException, lockValueOf, remoteBootErrors, writeOutcomes } from '@watchpost/contract';
import { type Caller, needInProject } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { writeDownPoint } from '../../writing/index.ts';
import type { RemoteBootDeps } from '../deps.ts';
import type { UnitRow } from '../units/unit.store.ts';

/** What became of a write to a lock point. Null: nobody knows whether the device has it. */
export interface LockWrite {
  readonly success: boolean | null;
  readonly said: Bilingual;
}

/** Sends what was written down for a lock point. */
export async function sendToLock(
  { writing }: Pick<RemoteBootDeps, 'writing'>,
  recordId: number,
  pointId: number,
  value: number,
): Promise<LockWrite> {
  const { outcome, exceptionCode } = await writing.send(recordId, pointId, value);
  return {
    success: writeOutcomes[outcome].success,
    said: exceptionCode === null ? writeOutcomes[outcome].hint : describeException(exceptionCode),
  };
}

/** Writes the lock value to the lock point of a unit that is locked again. What cannot be written is said, and undoes nothing. */
export async function writeLock(
  deps: RemoteBootDeps,
  context: CallContext<Caller>,
  { project_id: projectId, lock_point_id: pointId, unlock_value, unit_number: reason }: UnitRow,
): Promise<LockWrite> {
  const value = lockValueOf(unlock_value);
  if (projectId === null || pointId === null || value === null)
    return { success: false, said: inBothLanguages(new Refusal(remoteBootErrors.noLockValue)) };
  try {
    // A right of its own: who releases units need not be somebody who writes.
    needInProject(context.caller, projectId, ['remoteWrite']);
    const recordId = await inOneWrite(deps, context, (write) =>
      writeDownPoint(deps, write, context.caller, { pointId, value, reason }),
    );
    return await sendToLock(deps, recordId, pointId, value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { success: false, said: inBothLanguages(error) };
  }
}
