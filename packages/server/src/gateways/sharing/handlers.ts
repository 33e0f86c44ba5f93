import { type GatewaySharing, type gatewayCalls, gatewaySharing } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { needGatewayToSetUp } from '../needGateway.ts';
import { endShare, shareGateway } from './shareGateway.ts';
import { sharedUsers, sharingCandidates } from './sharing.store.ts';

type SharingCalls = Pick<typeof gatewayCalls, 'deleteUser' | 'getUserbyPro' | 'regionUser'>;

const sharingOf = (type: number): GatewaySharing =>
  (Object.keys(gatewaySharing) as GatewaySharing[]).find((name) => gatewaySharing[name] === type)!;

export function sharingHandlers(deps: GatewayDeps): Handlers<SharingCalls> {
  return {
    regionUser: (context, { query }) =>
      shareGateway(deps, context, query.deviceId, { sharing: sharingOf(query.type), userIds: query.uidList ?? [] }),

    deleteUser: (context, { query }) => endShare(deps, context, query.deviceId, query.uid),

    async getUserbyPro({ caller }, { query }) {
      const { tenant, gateway } = await needGatewayToSetUp(caller, deps.db, query.deviceId);
      const [people, shared] = await Promise.all([
        sharingCandidates(tenant, deps.db, gateway.project_id, { text: query.name }),
        sharedUsers(tenant, deps.db, gateway.id),
      ]);
      const with_ = new Set(shared.map(({ user_id }) => user_id));
      return people
        .filter(({ user_id }) => user_id !== caller.userId)
        .map(({ user_id, name, account }) => ({
          UserId: user_id,
          Name: name,
          Account: account,
          IsShared: with_.has(user_id),
        }));
    },
  };
}
