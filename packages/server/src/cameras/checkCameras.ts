import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import { probe } from './source/probe.ts';
import { camerasToCheck, type KeptCamera, type Standing, writeCheck } from './store.ts';

export interface CheckDeps {
  db: Db;
  clock: Clock;
  guard: OutboundGuard;
  secretKey: string;
}

/** Most cameras are rarely watched; in a list, a state of five minutes ago is recent enough. */
const dueMs = 5 * 60_000;
/** During a repair the list is watched; the job runs once a minute. */
const lostDueMs = 30_000;
/**
 * Of one round: 240 in eights are thirty turns, of 8 s at the worst, of FLV 16 s. A round that takes longer than
 * a minute puts off the next.
 */
const maxAtOnce = 240;
const sideBySide = 8;

/** Asks one stream, and keeps what was found. @returns how it stands; undefined: it was changed meanwhile */
export async function checkCamera(
  { db, clock, guard, secretKey }: CheckDeps,
  camera: Pick<KeptCamera, 'id' | 'kind' | 'address'>,
): Promise<Standing | undefined> {
  const failure = await probe(guard, camera.kind, () => createSecretBox(secretKey).open(camera.address));
  return writeCheck(system, db, camera, { failure, at: new Date(clock.now()) });
}

/** Asks the streams of cameras that have not been asked for a while. */
export async function checkCameras(deps: CheckDeps): Promise<void> {
  const now = deps.clock.now();
  const waiting = await camerasToCheck(system, deps.db, {
    now: new Date(now),
    before: new Date(now - dueMs),
    lostBefore: new Date(now - lostDueMs),
    limit: maxAtOnce,
  });
  const work = async () => {
    for (let camera = waiting.shift(); camera; camera = waiting.shift()) await checkCamera(deps, camera);
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
}
