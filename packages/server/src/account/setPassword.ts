import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { endEveryWayIn } from './endEveryWayIn.ts';
import { hashPassword } from './password.ts';
import { updateUser } from './store.ts';

/**
 * Sets a password and ends the sign-ins that were made with the old one, in the transaction of the call.
 *
 * @param options.keepSession the sign-in in which it happens; null: none is kept
 */
export async function setPassword(
  { clock, events }: { clock: Clock; events: EventBus },
  { transaction, afterCommit }: OneWrite,
  { id }: { id: number },
  password: string,
  { keepSession }: { keepSession: string | null },
): Promise<void> {
  const at = new Date(clock.now());
  await updateUser(system, transaction, id, { password_hash: await hashPassword(password), password_changed_at: at });
  await endEveryWayIn(clock, transaction, id, keepSession);
  afterCommit(() => events.emit('accessChanged', { userIds: [id] }));
}
