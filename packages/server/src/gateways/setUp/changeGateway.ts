import { gatewayErrors, type Language, saysNothing } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { needGatewaysToSetUp, needGatewayToSetUp } from '../needGateway.ts';
import { type GatewayValues, lockGateways, type SetUpGateway, takenSerials, updateGateways } from './gateway.store.ts';
import { type FieldsOfTaken, refusingTaken } from './refusingTaken.ts';

/** What is wanted of a gateway: what was not sent is undefined, and stays. */
type Wanted = { [K in keyof GatewayValues]?: GatewayValues[K] | undefined };

/**
 * Changes what is set up of one gateway: of what was sent, only what is different.
 *
 * @param wanted asked inside the lock, with the gateway as it stands
 * @param alsoChange what else changes with it, in the same transaction; answers whether anything did
 */
export async function changeGateway(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayId: number,
  wanted: (gateway: SetUpGateway, transaction: DbOrTransaction, tenant: GatewayTenant) => Wanted | Promise<Wanted>,
  fields: FieldsOfTaken,
  alsoChange: (tenant: GatewayTenant, gateway: SetUpGateway, write: OneWrite) => Promise<boolean> = async () => false,
): Promise<null> {
  const { caller, language } = context;
  await refusingTaken(fields, language, () =>
    inOneWrite(deps, context, async (write) => {
      const { transaction, log, unchanged, afterCommit } = write;
      await lockGateways(system, transaction, [gatewayId]);
      const { tenant, gateway } = await needGatewayToSetUp(caller, transaction, gatewayId);
      const changed = differing<GatewayValues>(gateway, (await wanted(gateway, transaction, tenant)) as GatewayValues);
      const isChanged = Object.keys(changed).length > 0;
      if (isChanged) {
        needWords({ ...gateway, ...changed }, language);
        await updateGateways(tenant, transaction, [gatewayId], changed);
        log({
          ...aboutGateway({ ...gateway, ...changed, company_id: gateway.company_id } as SetUpGateway),
          ...logged(gateway, changed),
        });
      }
      const isMoreChanged = await alsoChange(tenant, gateway, write);
      if (!isChanged && !isMoreChanged) return unchanged();
      afterCommit(() => emitChanged(deps, tenant.companyId, [gateway]));
    }),
  );
  return null;
}

/** A DTU has to say something before it is asked. */
export function needWords(
  { protocol, registration_mode, heartbeat }: Pick<SetUpGateway, 'protocol' | 'registration_mode' | 'heartbeat'>,
  language: Language,
): void {
  if (saysNothing(protocol, registration_mode, heartbeat.length))
    throw InvalidInput.inField('HeartBeat', gatewayErrors.saysNothing, language);
}

/** Since when people keep a gateway off, of what was sent: who disconnects it again leaves the time as it is. */
export const keptOff = (
  isDisconnected: boolean | undefined,
  gateway: SetUpGateway,
  now: number,
): Pick<Wanted, 'disconnected_at'> =>
  isDisconnected === undefined
    ? {}
    : { disconnected_at: isDisconnected ? (gateway.disconnected_at ?? new Date(now)) : null };

/**
 * Renames gateways in the caller's language: with an English name set, a caller who reads English changes that name and leaves
 * the other alone. Two gateways may share a name: their serial numbers differ.
 */
export function renameGateways(
  deps: GatewayDeps,
  context: GatewayContext,
  names: ReadonlyMap<number, string>,
): Promise<number> {
  return inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    const ids = [...names.keys()];
    await lockGateways(system, transaction, ids);
    const { tenant, gateways } = await needGatewaysToSetUp(context.caller, transaction, ids);
    const { language } = context;
    const changed = gateways.filter(({ id, name, name_en }) => names.get(id) !== inLanguage(name, name_en, language));
    if (changed.length === 0) unchanged();
    for (const gateway of changed) {
      const column = language === 'en' && gateway.name_en !== null ? 'name_en' : 'name';
      const values = { [column]: names.get(gateway.id)! };
      await updateGateways(tenant, transaction, [gateway.id], values);
      log({ ...aboutGateway({ ...gateway, ...values }), ...logged(gateway, values) });
    }
    afterCommit(() => emitChanged(deps, tenant.companyId, changed));
    return changed.length;
  });
}

/**
 * Gives gateways other serial numbers, all of them or none; two may exchange theirs. What registers or signs in by its serial
 * number does so by the new one.
 *
 * @param field the list in which a number that is taken is said, at its place
 */
export function renumberGateways(
  deps: GatewayDeps,
  context: GatewayContext,
  serials: ReadonlyMap<number, string>,
  field: string,
): Promise<number> {
  const { caller, language } = context;
  return refusingTaken({ serial: field, userName: field, identity: field }, language, () =>
    inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
      const ids = [...serials.keys()];
      await lockGateways(system, transaction, ids);
      const { tenant, gateways } = await needGatewaysToSetUp(caller, transaction, ids);
      const changed = gateways.filter(({ id, serial_number }) => serials.get(id) !== serial_number);
      const wanted = [...serials.values()];
      const ofOthers = new Set(await takenSerials(system, transaction, wanted, ids));
      const taken = changed
        .map(({ id }) => ids.indexOf(id))
        .find((place) => ofOthers.has(wanted[place]!) || wanted.filter((one) => one === wanted[place]).length > 1);
      if (taken !== undefined) throw InvalidInput.inField(`${field}.${taken}`, gatewayErrors.serialTaken, language);
      if (changed.length === 0) unchanged();
      // First out of each other's way: two that exchange their numbers must never have the same one.
      for (const gateway of changed) await updateGateways(tenant, transaction, [gateway.id], inBetween(gateway));
      for (const gateway of changed) {
        const serialNumber = serials.get(gateway.id)!;
        await updateGateways(tenant, transaction, [gateway.id], withSerial(gateway, serialNumber));
        log({
          ...aboutGateway(gateway),
          before: { serialNumber: gateway.serial_number },
          after: { serialNumber },
        });
      }
      afterCommit(() => emitChanged(deps, tenant.companyId, changed));
      return changed.length;
    }),
  );
}

/** The serial number, and the values that default to it: registration text and user name, unless set otherwise. */
const withSerial = (gateway: SetUpGateway, serialNumber: string): GatewayValues => ({
  serial_number: serialNumber,
  ...(gateway.registration_identity === gateway.serial_number ? { registration_identity: serialNumber } : {}),
  ...(gateway.user_name === gateway.serial_number ? { user_name: serialNumber } : {}),
});

/** A temporary serial number during a swap that no user would choose: Z and the id. */
const inBetween = (gateway: SetUpGateway): GatewayValues =>
  withSerial(gateway, `Z${String(gateway.id).padStart(15, '0')}`);

export function emitChanged(
  { events }: GatewayDeps,
  companyId: number,
  gateways: readonly Pick<SetUpGateway, 'id'>[],
): void {
  if (gateways.length === 0) return;
  events.emit('configurationChanged', { companyId, kind: 'gateway', ids: gateways.map(({ id }) => id) });
}

/** Refuses a protocol of the other kind (MQTT or polled) while the gateway has points: they could no longer be read. */
export function needNoOtherPoints(gateway: SetUpGateway, protocol: SetUpGateway['protocol'], points: number): void {
  const isOtherKind = (protocol === 'MQTT') !== (gateway.protocol === 'MQTT');
  if (isOtherKind && points > 0)
    throw new Refusal(gatewayErrors.protocolHasPoints, { name: gateway.name, count: points });
}
