import { commonErrors, gatewayErrors } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf } from '../gatewayTenant.ts';
import { needGatewaysToSetUp } from '../needGateway.ts';
import { type Belongings, countBelongings } from './belongings.store.ts';
import { emitChanged } from './changeGateway.ts';
import { deleteGatewayRows, lockGateways } from './gateway.store.ts';
import { needNotComputedFrom } from './needNotComputedFrom.ts';
import { deleteSlaveRows, findSlaves } from './slave.store.ts';

/** Deletes gateways with their slaves and points; open alarms of these are ended by who raised them. */
export function deleteGateways(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayIds: readonly number[],
  { onlyMqtt = false }: { onlyMqtt?: boolean } = {},
): Promise<Belongings> {
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    await lockGateways(system, transaction, gatewayIds);
    const { tenant, gateways } = await needGatewaysToSetUp(context.caller, transaction, gatewayIds);
    const other = onlyMqtt ? gateways.find(({ protocol }) => protocol !== 'MQTT') : undefined;
    if (other) throw new Refusal(gatewayErrors.notMqtt, { name: other.name });
    const goes = await countBelongings(tenant, transaction, { gatewayIds, slaveIds: [] });
    needNotComputedFrom(goes, context);
    for (const gateway of gateways) {
      const own = await countBelongings(tenant, transaction, { gatewayIds: [gateway.id], slaveIds: [] });
      log({
        ...aboutGateway(gateway),
        before: {
          name: gateway.name,
          serialNumber: gateway.serial_number,
          protocol: gateway.protocol,
          slaveCount: own.slaves,
          pointCount: own.points,
        },
      });
    }
    await deleteGatewayRows(tenant, transaction, gatewayIds);
    afterCommit(() => emitChanged(deps, tenant.companyId, gateways));
    return goes;
  });
}

/** Deletes slaves with their points. While a gateway is connected its line is being read, so its slaves stay. */
export function deleteSlaves(
  deps: GatewayDeps,
  context: GatewayContext,
  slaveIds: readonly number[],
): Promise<Belongings> {
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    const tenant = gatewayTenantOf(context.caller);
    const slaves = await findSlaves(tenant, transaction, slaveIds);
    if (slaves.length < new Set(slaveIds).size) throw new Refusal(commonErrors.notFound);
    const gatewayIds = [...new Set(slaves.map(({ gateway_id }) => gateway_id))];
    await lockGateways(system, transaction, gatewayIds);
    const { gateways } = await needGatewaysToSetUp(context.caller, transaction, gatewayIds);
    const connected = gateways.find(({ online }) => online);
    if (connected) throw new Refusal(gatewayErrors.slaveWhileConnected, { name: connected.name });
    const byId = new Map(gateways.map((gateway) => [gateway.id, gateway]));
    const goes = await countBelongings(tenant, transaction, { gatewayIds: [], slaveIds });
    needNotComputedFrom(goes, context);
    for (const slave of slaves) {
      const gateway = byId.get(slave.gateway_id)!;
      const own = await countBelongings(tenant, transaction, { gatewayIds: [], slaveIds: [slave.id] });
      log({
        companyId: gateway.company_id,
        projectId: gateway.project_id,
        subject: { kind: 'slave', id: slave.id, name: `${gateway.name} / ${slave.name}` },
        before: { name: slave.name, address: slave.address, pointCount: own.points },
      });
    }
    await deleteSlaveRows(tenant, transaction, slaveIds);
    afterCommit(() => emitChanged(deps, tenant.companyId, gateways));
    return goes;
  });
}
