import { gatewayErrors, isDialled } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { aboutGateway } from '../aboutGateway.ts';
import { insertCard } from '../cards/card.store.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf, needToSetUp } from '../gatewayTenant.ts';
import { needOwnProject } from '../projectOfTenant.store.ts';
import { insertGateway, type NewGateway } from './gateway.store.ts';
import { type FieldsOfTaken, refusingTaken } from './refusingTaken.ts';
import { insertSlave, type SlaveValues } from './slave.store.ts';

export interface GatewayToAdd {
  readonly gateway: Omit<NewGateway, 'created_by'>;
  readonly createdBy: number;
  readonly cardNumber?: string | undefined;
  readonly slaves: readonly (Partial<SlaveValues> & Pick<SlaveValues, 'address' | 'name'>)[];
}

/** Adds a gateway with its slaves and its card. It is let in, or dialled, as soon as this is kept. */
export async function addGateway(
  deps: GatewayDeps,
  context: GatewayContext,
  { gateway, createdBy, cardNumber, slaves }: GatewayToAdd,
  fields: FieldsOfTaken,
): Promise<number> {
  const { caller, language } = context;
  needToSetUp(caller, gateway.project_id);
  needDifferentAddresses(slaves.map(({ address }) => address));
  const tenant = gatewayTenantOf(caller);
  const at = new Date(deps.clock.now());
  return refusingTaken(fields, language, () =>
    inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
      await needOwnProject(tenant, transaction, gateway.project_id);
      const id = await insertGateway(tenant, transaction, { ...gateway, created_by: createdBy }, at);
      for (const slave of slaves) await insertSlave(tenant, transaction, id, slave);
      if (cardNumber !== undefined) await insertCard(system, transaction, id, cardNumber, at);
      const { name, serial_number, protocol, project_id, user_name, address, registration_identity } = gateway;
      log({
        ...aboutGateway({ id, company_id: tenant.companyId, project_id, name }),
        after: {
          name,
          serialNumber: serial_number,
          protocol,
          ...(protocol === 'MQTT' ? { userName: user_name } : {}),
          ...(isDialled(protocol) ? { address } : {}),
          ...(protocol === 'DTU' ? { registrationIdentity: registration_identity } : {}),
          ...(cardNumber === undefined ? {} : { cardNumber }),
          ...(slaves.length > 0 ? { slaves: slaves.map(({ address, name }) => `${address} ${name}`) } : {}),
        },
      });
      afterCommit(() =>
        deps.events.emit('configurationChanged', { companyId: tenant.companyId, kind: 'gateway', ids: [id] }),
      );
      return id;
    }),
  );
}

export function needDifferentAddresses(addresses: readonly number[]): void {
  const seen = new Set<number>();
  for (const address of addresses) {
    if (seen.has(address)) throw new Refusal(gatewayErrors.addressTwice, { address });
    seen.add(address);
  }
}
