import { commonErrors, gatewayErrors, type Language } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { needGatewayToSetUp, needModbus } from '../needGateway.ts';
import { lockGateways, type SetUpGateway } from './gateway.store.ts';
import { findSlaves, insertSlave, type SetUpSlave, type SlaveValues, slavesOf, updateSlaveRow } from './slave.store.ts';

/** One slave as it is wanted; without an id a new one. */
export type WantedSlave = Partial<SlaveValues> & { id?: number | undefined };

const aboutSlave = (gateway: SetUpGateway, { id, name }: { id: number; name: string }) => ({
  companyId: gateway.company_id,
  projectId: gateway.project_id,
  subject: { kind: 'slave' as const, id, name: `${gateway.name} / ${name}` },
});

/**
 * Brings slaves of one gateway to what is wanted of them, in the transaction of the caller; others stay. Two may exchange their
 * addresses.
 *
 * @param fieldOf where it is said that an address is taken, by the place in `wanted`
 * @returns the ids in the order of `wanted`, and whether anything changed
 */
export async function writeSlaves(
  tenant: GatewayTenant,
  { transaction, log }: Pick<OneWrite, 'transaction' | 'log'>,
  gateway: SetUpGateway,
  wanted: readonly WantedSlave[],
  fieldOf: (place: number) => string,
  language: Language,
): Promise<{ ids: number[]; isChanged: boolean }> {
  needModbus(gateway);
  const present = new Map((await slavesOf(tenant, transaction, gateway.id)).map((slave) => [slave.id, slave]));
  const after = new Map([...present].map(([id, slave]) => [`${id}`, slave.address]));
  wanted.forEach((slave, place) => {
    if (slave.id !== undefined && !present.has(slave.id)) throw new Refusal(commonErrors.notFound);
    if (slave.address !== undefined) after.set(`${slave.id ?? `new ${place}`}`, slave.address);
  });
  const counts = Map.groupBy(after.values(), (address) => address);
  wanted.forEach((slave, place) => {
    if (slave.address !== undefined && counts.get(slave.address)!.length > 1) {
      const parameters = { address: slave.address };
      const words = {
        zh: fillText(gatewayErrors.addressTaken, 'zh', parameters),
        en: fillText(gatewayErrors.addressTaken, 'en', parameters),
      };
      throw InvalidInput.inField(fieldOf(place), words, language);
    }
  });

  const changes = wanted.map((slave) => {
    const { id, ...values } = slave;
    return { id, values, before: id === undefined ? null : present.get(id)! };
  });
  const moving = changes.filter(
    ({ before, values }) => before && values.address !== undefined && values.address !== before.address,
  );
  await stepAside(
    tenant,
    transaction,
    moving.map(({ before }) => before!),
    new Set(after.values()),
    present,
  );
  const ids: number[] = [];
  let isChanged = false;
  for (const { before, values } of changes) {
    if (before === null) {
      const { address, name } = values;
      if (address === undefined || name === undefined) throw new Refusal(commonErrors.notFound);
      const id = await insertSlave(tenant, transaction, gateway.id, { ...values, address, name });
      log({ ...aboutSlave(gateway, { id, name }), after: logged({}, values).after });
      ids.push(id);
      isChanged = true;
      continue;
    }
    ids.push(before.id);
    const changed = differing<SlaveValues>(before, values);
    if (Object.keys(changed).length === 0) continue;
    await updateSlaveRow(tenant, transaction, before.id, changed);
    log({ ...aboutSlave(gateway, { id: before.id, name: changed.name ?? before.name }), ...logged(before, changed) });
    isChanged = true;
  }
  return { ids, isChanged };
}

/** Moves slaves that swap addresses to free addresses first, so that no address is taken twice meanwhile. */
async function stepAside(
  tenant: GatewayTenant,
  transaction: DbOrTransaction,
  moving: readonly SetUpSlave[],
  wanted: ReadonlySet<number>,
  present: ReadonlyMap<number, SetUpSlave>,
): Promise<void> {
  if (moving.length < 2) return;
  const used = new Set([...wanted, ...[...present.values()].map(({ address }) => address)]);
  const free: number[] = [];
  for (let address = 255; address > 0 && free.length < moving.length; address--)
    if (!used.has(address)) free.push(address);
  if (free.length < moving.length) throw new Refusal(gatewayErrors.addressTaken, { address: moving[0]!.address });
  for (const [place, slave] of moving.entries())
    await updateSlaveRow(tenant, transaction, slave.id, { address: free[place]! });
}

/** Adds a slave, or changes one, in a transaction of its own. */
export async function writeOneSlave(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayId: number,
  wanted: WantedSlave,
  field: string,
): Promise<number> {
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged, afterCommit } = write;
    await lockGateways(system, transaction, [gatewayId]);
    const { tenant, gateway } = await needGatewayToSetUp(context.caller, transaction, gatewayId);
    const { ids, isChanged } = await writeSlaves(tenant, write, gateway, [wanted], () => field, context.language);
    if (!isChanged) unchanged();
    else
      afterCommit(() =>
        deps.events.emit('configurationChanged', { companyId: tenant.companyId, kind: 'gateway', ids: [gatewayId] }),
      );
    return ids[0]!;
  });
}

/** The gateway of a slave that the tenant may open. */
export async function gatewayOfSlave(tenant: GatewayTenant, db: DbOrTransaction, slaveId: number): Promise<number> {
  const [slave] = await findSlaves(tenant, db, [slaveId]);
  if (!slave) throw new Refusal(commonErrors.notFound);
  return slave.gateway_id;
}
