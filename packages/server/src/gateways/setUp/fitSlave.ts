import type { UserTenant } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';
import { differing, logged } from '../../logs/index.ts';
import { type LineSettings, lineSettingsOf, updateSlaveRow } from './slave.store.ts';

/** A slave of the caller's, by the names people know. */
export interface FittedSlave {
  readonly id: number;
  readonly name: string;
  readonly gatewayId: number;
  readonly gatewayName: string;
  readonly projectId: number;
}

/**
 * Sets a slave to what the device behind it can take: never more than was set there. Serial settings and gaps only while the
 * slave has no points yet, for those it has were read with what is set.
 */
export async function fitSlave(
  tenant: UserTenant,
  { transaction, log, afterCommit }: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  events: EventBus,
  slave: FittedSlave,
  device: LineSettings,
  isFirst: boolean,
): Promise<void> {
  const before = await lineSettingsOf(tenant, transaction, slave.id);
  if (!before) return;
  const least = {
    max_registers: Math.min(before.max_registers, device.max_registers),
    max_gap: Math.min(before.max_gap, device.max_gap),
  };
  const wanted: LineSettings = isFirst ? { ...device, max_registers: least.max_registers } : { ...before, ...least };
  const changed = differing<LineSettings>(before, wanted);
  if (Object.keys(changed).length === 0) return;
  await updateSlaveRow(tenant, transaction, slave.id, changed);
  const { companyId } = tenant;
  const subject = { kind: 'slave', id: slave.id, name: `${slave.gatewayName} / ${slave.name}` } as const;
  log({ companyId, projectId: slave.projectId, subject, ...logged(before, changed) });
  afterCommit(() => events.emit('configurationChanged', { companyId, kind: 'gateway', ids: [slave.gatewayId] }));
}
