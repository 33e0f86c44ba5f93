import { gatewayErrors } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { releaseSubjectsOfGateways } from '../../alarms/index.ts';
import { releasePointsOfGateways } from '../../devices/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { movePointsToProject } from '../../points/index.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { needToSetUp } from '../gatewayTenant.ts';
import { needGatewaysToSetUp } from '../needGateway.ts';
import { needOwnProject } from '../projectOfTenant.store.ts';
import { moveVpnEntries } from '../vpn/vpn.store.ts';
import { type Belongings, countBelongings } from './belongings.store.ts';
import { lockGateways, updateGateways } from './gateway.store.ts';
import { needNotComputedFrom } from './needNotComputedFrom.ts';

/**
 * Moves gateways with their slaves and points to another project of the company. Devices and alarm rules belong to a project, so
 * the points leave them: only when that was confirmed; formulas of the old project that use them are changed first. What was recorded
 * stays with the points.
 */
export function moveGateways(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayIds: readonly number[],
  { projectId, isConfirmed }: { projectId: number; isConfirmed: boolean },
): Promise<Belongings> {
  needToSetUp(context.caller, projectId);
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    await lockGateways(system, transaction, gatewayIds);
    const { tenant, gateways } = await needGatewaysToSetUp(context.caller, transaction, gatewayIds);
    await needOwnProject(tenant, transaction, projectId);
    if (gateways.some(({ project_id }) => project_id === projectId)) throw new Refusal(gatewayErrors.sameProject);
    const goes = await countBelongings(tenant, transaction, { gatewayIds, slaveIds: [] });
    needNotComputedFrom(goes, context);
    if (!isConfirmed && goes.devices + goes.alarm_rules > 0)
      throw new Refusal(gatewayErrors.moveBreaks, {
        name: gateways.map(({ name }) => name).join(', '),
        devices: goes.devices,
        rules: goes.alarm_rules,
      });
    const strategyIds = await releaseSubjectsOfGateways(system, transaction, gatewayIds, new Date(deps.clock.now()));
    const deviceIds = await releasePointsOfGateways(system, transaction, gatewayIds);
    const pointIds = await movePointsToProject(system, transaction, gatewayIds, projectId);
    await moveVpnEntries(system, transaction, gatewayIds, projectId);
    await updateGateways(tenant, transaction, gatewayIds, { project_id: projectId });
    for (const gateway of gateways) {
      const change = { before: { projectId: gateway.project_id }, after: { projectId } };
      // Either project's log tells of it.
      log({ ...aboutGateway(gateway), ...change });
      log({ ...aboutGateway({ ...gateway, project_id: projectId }), ...change });
    }
    const { companyId } = tenant;
    afterCommit(() => {
      deps.events.emit('configurationChanged', { companyId, kind: 'gateway', ids: gatewayIds });
      deps.events.emit('configurationChanged', { companyId, kind: 'point', ids: pointIds });
      deps.events.emit('configurationChanged', { companyId, kind: 'device', ids: deviceIds });
      deps.events.emit('configurationChanged', { companyId, kind: 'alarmStrategy', ids: strategyIds });
    });
    return goes;
  });
}
