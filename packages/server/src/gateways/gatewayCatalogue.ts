import { isDeepStrictEqual } from 'node:util';
import { system } from '../access/index.ts';
import type { ConfigurationReader } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import { allGateways, concernedGateways, type GatewayFacts } from './store.ts';

/** Every gateway as it is set up, in memory, by the names under which it may come to us. */
export interface GatewayCatalogue extends ConfigurationReader {
  /** The same object until something else is read of the gateway or of one of its slaves. */
  get(gatewayId: number): GatewayFacts | undefined;
  all(): IterableIterator<GatewayFacts>;
  /** The MQTT gateway that signs in like this. */
  withUserName(userName: string): GatewayFacts | undefined;
  /** The MQTT gateway whose access token has this hash. */
  withAccessToken(hash: string): GatewayFacts | undefined;
  /** The DTU that registers like this. */
  withIdentity(identity: string): GatewayFacts | undefined;
}

export async function loadGatewayCatalogue(db: Db): Promise<GatewayCatalogue> {
  const byId = new Map<number, GatewayFacts>();
  const byUserName = new Map<string, GatewayFacts>();
  const byAccessToken = new Map<string, GatewayFacts>();
  const byIdentity = new Map<string, GatewayFacts>();

  const add = (gateway: GatewayFacts): void => {
    byId.set(gateway.id, gateway);
    if (gateway.protocol === 'MQTT' && gateway.user_name !== null) byUserName.set(gateway.user_name, gateway);
    if (gateway.protocol === 'MQTT' && gateway.access_token_hash !== null)
      byAccessToken.set(gateway.access_token_hash, gateway);
    if (gateway.protocol === 'DTU') byIdentity.set(gateway.registration_identity, gateway);
  };
  const remove = (gateway: GatewayFacts): void => {
    byId.delete(gateway.id);
    if (gateway.user_name !== null && byUserName.get(gateway.user_name) === gateway)
      byUserName.delete(gateway.user_name);
    if (gateway.access_token_hash !== null) byAccessToken.delete(gateway.access_token_hash);
    if (byIdentity.get(gateway.registration_identity) === gateway) byIdentity.delete(gateway.registration_identity);
  };
  for (const gateway of await allGateways(system, db)) add(gateway);

  return {
    get: (gatewayId) => byId.get(gatewayId),
    all: () => byId.values(),
    withUserName: (userName) => byUserName.get(userName),
    withAccessToken: (hash) => byAccessToken.get(hash),
    withIdentity: (identity) => byIdentity.get(identity),

    async reread({ project, gateway }) {
      if (project.size + gateway.size === 0) return;
      const before = [...byId.values()].filter(({ id, project_id }) => gateway.has(id) || project.has(project_id));
      const read = await concernedGateways(system, db, {
        // By id those that went to a project that is not concerned.
        gatewayIds: new Set([...gateway, ...before.map(({ id }) => id)]),
        projectIds: project,
      });
      const present = read.map((facts) => {
        const known = byId.get(facts.id);
        return known && isDeepStrictEqual(known, facts) ? known : facts;
      });
      // All go before any comes: two gateways may have exchanged their names.
      for (const facts of [...before, ...present]) {
        const known = byId.get(facts.id);
        if (known) remove(known);
      }
      for (const facts of present) add(facts);
    },
  };
}
