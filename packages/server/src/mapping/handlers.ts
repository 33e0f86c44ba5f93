import { isDeepStrictEqual } from 'node:util';
import { commonErrors, type mappingCalls, mappingErrors, NewMappingProfile } from '@watchpost/contract';
import { type Caller, type CompanyGrants, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { gatewayTenantOf, needGatewayToSetUp } from '../gateways/index.ts';
import type { Handlers } from '../handlers.ts';
import { type MessageWatch, tryMapping } from '../ingest/index.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { refusingTaken } from '../platform/db/refusingTaken.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { parseChanged } from '../platform/http/validate.ts';
import type { Definition } from './definition.ts';
import {
  definitionOf,
  presentDefinition,
  presentRefused,
  presentRow,
  presentTrial,
  presentWatched,
} from './present.ts';
import {
  deleteProfile,
  findProfile,
  gatewaysOfProfile,
  insertProfile,
  listProfiles,
  lockProfile,
  pageProfiles,
  pointsByKey,
  profileNameIsTaken,
  refusedMessages,
  updateProfile,
} from './store.ts';

export interface MappingDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  messageWatch: MessageWatch;
}

/** Two people may choose one name at the same moment. */
const taken = (name: string) => ({
  mapping_profile_company_id_name_key: () => new Refusal(mappingErrors.nameTaken, { name }),
});

/** Messages that were refused, beside the watched ones. */
const shownRefusals = 20;

function needCompany({ grants }: Caller): CompanyGrants {
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return grants;
}

/** A profile changes how all its gateways are read, so its editor must be allowed to set up every one of them. */
function mayEditOf(caller: Caller): (projectIds: readonly number[]) => boolean {
  const { editedProjectIds } = gatewayTenantOf(caller);
  return (projectIds) => projectIds.every((projectId) => editedProjectIds.has(projectId));
}

/** What the log says of a definition: its settings by name, without those that are empty. */
const logged = (name: string, note: string, definition: Definition) => ({
  name,
  note,
  topic: definition.topic,
  values: definition.values,
  mapping: JSON.stringify(definition),
});

export const mappingHandlers = (deps: MappingDeps): Handlers<typeof mappingCalls> => {
  const { db, clock, events, messageWatch } = deps;

  const needProfile = async (grants: CompanyGrants, db: DbOrTransaction, id: number, find = findProfile) => {
    const profile = await find(grants, db, id);
    if (!profile) throw new Refusal(mappingErrors.unknownProfile);
    return profile;
  };

  const needFreeName = async (
    grants: CompanyGrants,
    transaction: DbOrTransaction,
    name: string,
    exceptId: number | null,
  ) => {
    if (await profileNameIsTaken(grants, transaction, name, exceptId))
      throw new Refusal(mappingErrors.nameTaken, { name });
  };

  /** After the commit its gateways are read by it. */
  const tell = ({ afterCommit }: OneWrite, companyId: number, gatewayIds: readonly number[]) => {
    if (gatewayIds.length > 0)
      afterCommit(() => events.emit('configurationChanged', { companyId, kind: 'gateway', ids: gatewayIds }));
  };

  return {
    async getMappingProfilePage({ caller }, { body }) {
      const grants = needCompany(caller);
      const { rows, total } = await pageProfiles(gatewayTenantOf(caller), db, {
        text: body.Text,
        by: body.SortType,
        ascending: body.IsAsc,
        ...rowRange(body),
      });
      const timeZone = await zoneOf(grants, db);
      const shown = { timeZone, mayEdit: mayEditOf(caller) };
      return { Data: rows.map((row) => presentRow(row, shown)), TotalCount: total };
    },

    async getMappingProfile({ caller }, { query }) {
      const grants = needCompany(caller);
      const profile = await needProfile(grants, db, query.mappingProfileId);
      const used = await gatewaysOfProfile(grants, db, profile.id);
      return {
        MappingProfileId: profile.id,
        MappingName: profile.name,
        Note: profile.note,
        CanEdit: mayEditOf(caller)(used.map(({ project_id }) => project_id)),
        ...presentDefinition(profile.definition),
      };
    },

    async getMappingProfileDropdown({ caller }) {
      const profiles = await listProfiles(needCompany(caller), db);
      return profiles.map(({ id, name }) => ({ Key: id, Value: name }));
    },

    addMappingProfile: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log }) => {
        const grants = needCompany(context.caller);
        const { MappingName: name, Note: note } = body;
        await needFreeName(grants, transaction, name, null);
        const definition = definitionOf(body);
        const updatedAt = new Date(clock.now());
        const values = { name, note, definition, updatedAt, updatedBy: context.caller.userId };
        const id = await refusingTaken(taken(name), () => insertProfile(grants, transaction, values));
        log({
          companyId: grants.companyId,
          subject: { kind: 'mappingProfile', id, name },
          after: logged(name, note, definition),
        });
        return { MappingProfileId: id };
      }),

    updateMappingProfile: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const grants = needCompany(context.caller);
        const { MappingProfileId: id } = body;
        const before = await needProfile(grants, transaction, id, lockProfile);
        const used = await gatewaysOfProfile(grants, transaction, id);
        if (!mayEditOf(context.caller)(used.map(({ project_id }) => project_id)))
          throw new Refusal(mappingErrors.usedElsewhere);
        const present = { MappingName: before.name, Note: before.note, ...presentDefinition(before.definition) };
        const whole = parseChanged(NewMappingProfile, present, body, context.language);
        const { MappingName: name, Note: note } = whole;
        const definition = definitionOf(whole);
        if (name === before.name && note === before.note && isDeepStrictEqual(definition, before.definition)) {
          unchanged();
          return null;
        }
        await needFreeName(grants, transaction, name, id);
        const updatedAt = new Date(clock.now());
        const values = { name, note, definition, updatedAt, updatedBy: context.caller.userId };
        await refusingTaken(taken(name), () => updateProfile(grants, transaction, id, values));
        log({
          companyId: grants.companyId,
          subject: { kind: 'mappingProfile', id, name },
          before: logged(before.name, before.note, before.definition),
          after: logged(name, note, definition),
        });
        tell(
          write,
          grants.companyId,
          used.map((gateway) => gateway.id),
        );
        return null;
      }),

    deleteMappingProfile: (context, { query }) =>
      inOneWrite(deps, context, async ({ transaction, log }) => {
        const grants = needCompany(context.caller);
        const profile = await needProfile(grants, transaction, query.mappingProfileId, lockProfile);
        const used = await gatewaysOfProfile(grants, transaction, profile.id);
        if (used.length > 0) throw new Refusal(mappingErrors.inUse, { count: used.length });
        await deleteProfile(grants, transaction, profile.id);
        log({
          companyId: grants.companyId,
          subject: { kind: 'mappingProfile', id: profile.id, name: profile.name },
          before: logged(profile.name, profile.note, profile.definition),
        });
        return null;
      }),

    async tryMapping({ caller, language }, { body }) {
      const { DeviceId: gatewayId } = body;
      if (gatewayId !== undefined) await needGatewayToSetUp(caller, db, gatewayId);
      const points = gatewayId === undefined ? [] : await pointsByKey(caller.tenant, db, gatewayId);
      const now = clock.now();
      const trial = tryMapping(definitionOf(body.Mapping), body.MessageTopic, Buffer.from(body.Payload), now);
      return presentTrial(trial, points, now, language);
    },

    async getCapturedMessages({ caller }, { query }) {
      // Its messages tell of all devices behind it.
      const { gateway } = await needGatewayToSetUp(caller, db, query.deviceId);
      if (gateway.protocol !== 'MQTT') throw new Refusal(mappingErrors.notMqtt);
      const { messages, until } = messageWatch.look(gateway.id);
      const refused = await refusedMessages(caller.tenant, db, gateway.id, shownRefusals);
      // What is watched and was refused is there twice: the whole one stays.
      const watchedSince = messages.at(-1)?.at ?? Number.POSITIVE_INFINITY;
      const before = refused.filter(({ at }) => at.getTime() < watchedSince);
      return {
        Messages: [...messages.map(presentWatched), ...before.map(presentRefused)],
        IsConnected: gateway.online,
        WatchedUntilEPOCH: until,
      };
    },
  };
};
