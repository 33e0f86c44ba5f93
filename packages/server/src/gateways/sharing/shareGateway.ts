import { gatewayErrors } from '@watchpost/contract';
import { type Caller, mayInCompany, system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { needGatewayToSetUp } from '../needGateway.ts';
import { lockGateways, type SetUpGateway, updateGateways } from '../setUp/gateway.store.ts';
import { addSharedUsers, removeSharedUser, sharedUsers, sharingCandidates } from './sharing.store.ts';

/** Whether the caller may share the gateway: its creator, and users who set up gateways for the whole company. Without a creator: anybody. */
export const mayShare = (caller: Caller, gateway: Pick<SetUpGateway, 'created_by'>): boolean =>
  gateway.created_by === null || gateway.created_by === caller.userId || mayInCompany(caller, ['terminalsEdit']);

function needToShare(caller: Caller, gateway: SetUpGateway): void {
  if (!mayShare(caller, gateway)) throw new Refusal(gatewayErrors.notSharer);
}

/** Says who may open a gateway; people are added to those it is shared with already. */
export function shareGateway(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayId: number,
  { sharing, userIds }: { sharing: SetUpGateway['sharing']; userIds: readonly number[] },
): Promise<null> {
  const { caller } = context;
  if (userIds.includes(caller.userId)) throw new Refusal(gatewayErrors.shareWithSelf);
  return inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    await lockGateways(system, transaction, [gatewayId]);
    const { tenant, gateway } = await needGatewayToSetUp(caller, transaction, gatewayId);
    needToShare(caller, gateway);
    const before = await sharedUsers(tenant, transaction, gatewayId);
    if (sharing === 'user' && userIds.length + before.length === 0) throw new Refusal(gatewayErrors.shareWithNobody);
    const people = await sharingCandidates(tenant, transaction, gateway.project_id, { userIds });
    if (people.length < new Set(userIds).size) throw new Refusal(gatewayErrors.cannotShareWith);
    // The user who makes a gateway private becomes its creator, or nobody could find it again.
    const maker = gateway.created_by === null && sharing !== 'project' ? { created_by: caller.userId } : {};
    const known = new Set(before.map(({ user_id }) => user_id));
    const fresh = people.filter(({ user_id }) => !known.has(user_id));
    if (sharing === gateway.sharing && fresh.length === 0) {
      unchanged();
      return null;
    }
    await updateGateways(tenant, transaction, [gatewayId], { sharing, ...maker });
    await addSharedUsers(tenant, transaction, gatewayId, {
      userIds: fresh.map(({ user_id }) => user_id),
      by: caller.userId,
      at: new Date(deps.clock.now()),
    });
    const names = before.map(({ name }) => name);
    log({
      ...aboutGateway(gateway),
      before: { sharing: gateway.sharing, sharedWith: names },
      after: { sharing, sharedWith: [...names, ...fresh.map(({ name }) => name)] },
    });
    const { companyId } = tenant;
    afterCommit(() => deps.events.emit('configurationChanged', { companyId, kind: 'gateway', ids: [gatewayId] }));
    return null;
  });
}

/** Takes a gateway from one it was shared with. */
export function endShare(deps: GatewayDeps, context: GatewayContext, gatewayId: number, userId: number): Promise<null> {
  const { caller } = context;
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    await lockGateways(system, transaction, [gatewayId]);
    const { tenant, gateway } = await needGatewayToSetUp(caller, transaction, gatewayId);
    needToShare(caller, gateway);
    const before = await sharedUsers(tenant, transaction, gatewayId);
    if (!(await removeSharedUser(tenant, transaction, gatewayId, userId))) throw new Refusal(gatewayErrors.notShared);
    log({
      ...aboutGateway(gateway),
      before: { sharedWith: before.map(({ name }) => name) },
      after: { sharedWith: before.filter(({ user_id }) => user_id !== userId).map(({ name }) => name) },
    });
    const { companyId } = tenant;
    afterCommit(() => deps.events.emit('configurationChanged', { companyId, kind: 'gateway', ids: [gatewayId] }));
    return null;
  });
}
