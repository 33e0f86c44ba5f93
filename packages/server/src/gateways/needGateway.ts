import { commonErrors, gatewayErrors } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type GatewayTenant, gatewayTenantOf, needToSetUp } from './gatewayTenant.ts';
import { findGateways, type SetUpGateway } from './setUp/gateway.store.ts';

/** A gateway that the tenant may open. */
export async function needGateway(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<SetUpGateway> {
  const [gateway] = await findGateways(tenant, db, [gatewayId]);
  if (!gateway) throw new Refusal(commonErrors.notFound);
  return gateway;
}

/** Gateways that the caller may set up, all of them or a refusal. */
export async function needGatewaysToSetUp(
  caller: Caller,
  db: DbOrTransaction,
  gatewayIds: readonly number[],
): Promise<{ tenant: GatewayTenant; gateways: SetUpGateway[] }> {
  const tenant = gatewayTenantOf(caller);
  const gateways = await findGateways(tenant, db, gatewayIds);
  if (gateways.length < new Set(gatewayIds).size) throw new Refusal(commonErrors.notFound);
  for (const projectId of new Set(gateways.map(({ project_id }) => project_id))) needToSetUp(caller, projectId);
  return { tenant, gateways };
}

/** One gateway that the caller may set up. */
export async function needGatewayToSetUp(
  caller: Caller,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<{ tenant: GatewayTenant; gateway: SetUpGateway }> {
  const { tenant, gateways } = await needGatewaysToSetUp(caller, db, [gatewayId]);
  return { tenant, gateway: gateways[0]! };
}

/** Something set up on a gateway, or directly in a project. */
export interface SetUpLine {
  readonly project_id: number;
  readonly gateway_id: number | null;
}

const gatewaysOf = (lines: readonly Pick<SetUpLine, 'gateway_id'>[]): number[] => [
  ...new Set(lines.flatMap(({ gateway_id }) => gateway_id ?? [])),
];

/** Refuses unless the caller may open the gateway of each line. The caller knows the lines, so the refusal names the reason. */
export async function needLineToOpen(
  caller: Caller,
  db: DbOrTransaction,
  lines: readonly Pick<SetUpLine, 'gateway_id'>[],
): Promise<void> {
  const gatewayIds = gatewaysOf(lines);
  if (gatewayIds.length === 0) return;
  const open = await findGateways(gatewayTenantOf(caller), db, gatewayIds);
  if (open.length < gatewayIds.length) throw new Refusal(gatewayErrors.lineNotShared);
}

/**
 * Refuses unless the caller may set up the gateways of these lines and sees every device of their projects. Otherwise a changed
 * register could read, or a lifted limit write, values of devices that are hidden from the caller.
 */
export async function needLineToSetUp(caller: Caller, db: DbOrTransaction, lines: readonly SetUpLine[]): Promise<void> {
  for (const projectId of new Set(lines.map(({ project_id }) => project_id))) needToSetUp(caller, projectId);
  await needLineToOpen(caller, db, lines);
  const gatewayIds = gatewaysOf(lines);
  if (gatewayIds.length > 0) await needGatewaysToSetUp(caller, db, gatewayIds);
}

export function needModbus({ protocol, name }: SetUpGateway): void {
  if (protocol === 'MQTT') throw new Refusal(gatewayErrors.noSlavesOnMqtt, { name });
}

export function needMqtt({ protocol, name }: SetUpGateway): void {
  if (protocol !== 'MQTT') throw new Refusal(gatewayErrors.notMqtt, { name });
}
