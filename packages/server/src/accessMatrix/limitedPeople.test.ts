import type { AllCalls, CallData, CallName, PermissionName } from '@watchpost/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultRoles } from '../people/index.ts';
import {
  accessWorld,
  hiddenMarker,
  hideNothing,
  ofHiddenDevice,
  ofWholeProject,
  signedInCalls,
  specOf,
} from '../testing/accessWorld.ts';
import type { Sample } from '../testing/derivedSample.ts';
import { equipDevice, measure } from '../testing/equippedCompany.ts';
import { aMember, aPoint, aSlave, limitMember } from '../testing/factories.ts';
import { sampleInputs } from '../testing/sampleInputs.ts';
import { tellConfiguration } from '../testing/tellConfiguration.ts';
import { foreignInputs, onlyProject, withoutProject, withoutUser } from '../testing/variedInputs.ts';

const callsOfWholeProject = signedInCalls.filter((name) => {
  const { access } = specOf(name);
  return typeof access === 'object' && access.some((permission) => ofWholeProject.includes(permission));
});
/** Names of fields that are counts: anything else of an answer may differ from one moment to the next. */
const counted =
  /"\w*(?:Count|Total|Devices|Points|Slaves|Gateways|Alarms|Free|Online|Offline|NeverSeen|Waiting|Unconfirmed|Returned)":\d+/g;
/** Says what goes with whole projects, to managers of the whole company: they need to know before they delete them. */
const countsEverything: readonly CallName[] = ['getWhatGoesWith'];

const world = accessWorld();
const { ask, stateOf } = world;

async function alarmsAsText(deviceId: number): Promise<string> {
  const { rows } = await world.app.database.pool.query(
    `SELECT a.*, (SELECT json_agg(n ORDER BY id) FROM notification n WHERE n.alarm_id = a.id) AS outbox
     FROM alarm a WHERE device_id = $1 ORDER BY id`,
    [deviceId],
  );
  return JSON.stringify(rows);
}

describe('a viewer who is limited to some devices and alarm levels', () => {
  const reads = signedInCalls.filter((name) => specOf(name).effect === 'read');
  beforeEach(() => hideNothing(world.app.database.db));

  test.each(signedInCalls)('%s shows and changes nothing of another device', async (name) => {
    const before = await alarmsAsText(world.hidden.deviceId);
    for (const [key, input] of foreignInputs(name, world.ours, world.hidden)) {
      const { text } = await ask(world.viewerId, name, withoutUser(input));
      expect(text, key).not.toMatch(ofHiddenDevice);
    }
    expect(await alarmsAsText(world.hidden.deviceId)).toBe(before);
  });

  test.each(reads)('%s shows nothing of another device when nothing is named', async (name) => {
    const input = withoutUser(onlyProject(sampleInputs[name](world.ours)));
    expect((await ask(world.viewerId, name, input)).text).not.toMatch(ofHiddenDevice);
  });

  test('does see the device and the alarms that they may see', async () => {
    const { text } = await ask(world.viewerId, 'getTableListRead', { body: { ProjectId: world.ours.projectId } });
    expect(text).toContain('Ours Freezer');
    expect(text).toContain('Urgent Freezer');
    expect((await ask(world.viewerId, 'getAlarmDetail', { query: { alarmId: world.ours.alarmId } })).status).toBe(200);
  });

  test('alarms of a hidden level are not listed, counted, shown on the device or found by id', async () => {
    const list = await ask(world.viewerId, 'getAlarmAct', { body: { ProjectId: world.ours.projectId } });
    expect(list.text).toContain('Ours Air');
    expect(list.text).not.toContain('Urgent');
    expect((await ask(world.viewerId, 'getAlarmDetail', { query: { alarmId: world.urgentAlarmId } })).status).toBe(404);
    expect((await ask(world.viewerId, 'updateStatus', { query: { id: world.urgentAlarmId } })).status).toBe(404);
    const counts = await ask(world.viewerId, 'getAlarmOverNum', { body: { ProjectId: world.ours.projectId } });
    const { Levels } = counts.envelope.Data as CallData<AllCalls['getAlarmOverNum']>;
    expect(Levels.map(({ Level, Count }) => [Level, Count])).toEqual([
      [1, 0],
      [2, 2],
      [3, 0],
      [4, 0],
    ]);
    const messages = await ask(world.viewerId, 'getAlarmMessageByUserId', { query: {} });
    expect(messages.text).not.toContain('Urgent');
    const popups = await ask(world.viewerId, 'getAlarmPlayScreenPage', { body: {} });
    expect(popups.text).toContain('Ours Air');
    expect(popups.text).not.toContain('Urgent');
    const devices = await ask(world.viewerId, 'getTableListRead', {
      body: { ProjectId: world.ours.projectId, ModelTreeName: 'Urgent' },
    });
    expect(devices.envelope.Data).toMatchObject({
      Data: [{ AlarmLevel: null, AlarmCount: 0, Points: [{ AlarmLevel: null }, { AlarmLevel: null }] }],
    });
    const [project] = (await ask(world.viewerId, 'getUserOwnProject', { query: {} })).envelope.Data as {
      AlarmCount: number;
    }[];
    expect(project).toMatchObject({ AlarmCount: 2, AlarmLevel: 2 });
  });

  test('the project, its alarm list and the count by level give the same number, and how many of these have ended', async () => {
    const { db } = world.app.database;
    const ofViewer = await db
      .updateTable('alarm')
      .set({ returned_at: new Date() })
      .where('id', '=', world.ours.alarmId)
      .execute();
    expect(ofViewer).toHaveLength(1);
    const data = async <Name extends CallName>(name: Name, input: Sample) =>
      (await ask(world.viewerId, name, input)).envelope.Data as CallData<AllCalls[Name]>;
    const [project] = await data('getUserOwnProject', { query: {} });
    const list = await data('getAlarmAct', { body: { ProjectId: world.ours.projectId } });
    const counts = await data('getAlarmOverNum', { body: { ProjectId: world.ours.projectId } });
    await db.updateTable('alarm').set({ returned_at: null }).where('id', '=', world.ours.alarmId).execute();
    expect([project?.AlarmCount, list.TotalCount, counts.Total]).toEqual([2, 2, 2]);
    expect(counts.Levels[1]).toMatchObject({ Count: 2, Unconfirmed: 1, Returned: 1 });
  });
});

describe('a right that counts only where every device of the project is open', () => {
  /** What stands in projects: places and people are known to everybody who opens one. */
  const ofProject = /Ours (?!Person|Store|Company|Sister)/;
  /** Those that no other right opens: the rest of what a project owner holds opens them no further. */
  const noOtherWay = callsOfWholeProject.filter((name) =>
    (specOf(name).access as readonly PermissionName[]).every((permission) => ofWholeProject.includes(permission)),
  );

  test('there are such calls', () => {
    expect(noOtherWay).toEqual(expect.arrayContaining(['getEventPage', 'exportEventPage', 'addAlarmStrategy']));
  });

  test.each(callsOfWholeProject)('does not open %s to a caller who is limited to some devices', async (name) => {
    const before = await stateOf(world.ours.companyId);
    const askers = noOtherWay.includes(name) ? [world.arrangerId, world.contractorId] : [world.arrangerId];
    for (const userId of askers) {
      const named = await ask(userId, name, sampleInputs[name](world.ours));
      expect(named.status).toBeOneOf([403, 404]);
      expect(named.text).not.toMatch(ofProject);
      const unnamed = await ask(userId, name, withoutProject(sampleInputs[name](world.ours)));
      expect(unnamed.text).not.toMatch(ofProject);
      if (specOf(name).data === 'file') expect(unnamed.status).not.toBe(200);
    }
    expect(await stateOf(world.ours.companyId)).toEqual(before);
  });
});

/** After all the others, because this owner may change what they see. */
describe('a project owner who is limited to some devices', () => {
  const reads = signedInCalls.filter((name) => specOf(name).effect === 'read');
  const writes = signedInCalls.filter((name) => specOf(name).effect !== 'read');
  const ofShared = (name: CallName): Sample[] => {
    const points = {
      pointId: world.sharedPointId,
      sparePointId: world.sharedPointId,
      writablePointId: world.sharedPointId,
    };
    const shared = sampleInputs[name]({ ...world.ours, ...points });
    return JSON.stringify(shared) === JSON.stringify(sampleInputs[name](world.ours)) ? [] : [shared];
  };
  const rows = async (text: string): Promise<string> =>
    JSON.stringify(
      (
        await world.app.database.pool.query(text, [
          world.hidden.deviceId,
          [world.hidden.gatewayId, world.hidden.publisherId],
        ])
      ).rows,
    );
  const links = () =>
    rows('SELECT * FROM device_point WHERE device_id = $1 AND $2::int[] IS NOT NULL ORDER BY point_id');
  const ofHidden = async () =>
    (await links()) +
    (await rows(
      `SELECT (SELECT json_agg(d) FROM device d WHERE d.id = $1) AS devices,
              (SELECT json_agg(p ORDER BY p.id) FROM point p WHERE p.gateway_id = ANY($2)) AS points,
              (SELECT json_agg(l) FROM point_write_limit l JOIN point p ON p.id = l.point_id WHERE p.gateway_id = ANY($2)) AS limits,
              (SELECT json_agg(to_jsonb(s) - 'silent_since' ORDER BY s.id) FROM slave s WHERE s.gateway_id = ANY($2)) AS slaves,
              (SELECT json_agg(to_jsonb(g) - '{online,last_seen_at,offline_since}'::text[] ORDER BY g.id) FROM gateway g WHERE g.id = ANY($2)) AS gateways`,
    ));

  test.each(reads)('%s shows nothing of another device', async (name) => {
    const unnamed = onlyProject(sampleInputs[name](world.ours));
    const named = [...foreignInputs(name, world.ours, world.hidden)].map(([, input]) => input);
    for (const input of [unnamed, sampleInputs[name](world.ours), ...named, ...ofShared(name)]) {
      const { text } = await ask(world.contractorId, name, withoutUser(input));
      expect(text, JSON.stringify(input)).not.toMatch(ofHiddenDevice);
    }
  });

  test('hidden devices change no number in any answer', async () => {
    const { db } = world.app.database;
    const { companyId, projectId, areaId, gatewayId } = world.ours;
    // Asked as somebody who also manages projects, people and types of the company: they may read the most.
    const managerId = await aMember(db, companyId, projectId, { permissions: defaultRoles.projectOwner.permissions });
    const ofCompany = ['projectsView', 'membersView', 'permissionsView', 'companyTerminals'] as const;
    await aMember(db, companyId, -1, { userId: managerId, permissions: [...ofCompany] });
    await limitMember(db, managerId, projectId, { deviceIds: [world.ours.deviceId] });
    const more = await equipDevice(db, { projectId, areaId, marker: `${hiddenMarker} more` });
    const slaveId = await aSlave(db, gatewayId, { name: `${hiddenMarker} Third slave` });
    await db.updateTable('slave').set({ silent_since: new Date() }).where('id', '=', slaveId).execute();
    const ofDevice = { deviceId: more.deviceId, name: `${hiddenMarker} Third` };
    const pointIds = [
      more.pointId,
      more.confirmedPointId,
      await aPoint(db, gatewayId, { ...ofDevice, slaveId }),
      await aPoint(db, gatewayId, { ...ofDevice, slaveId: world.ours.slaveId, name: `${hiddenMarker} Fourth` }),
    ];
    const itsType = db.selectFrom('point').where('id', '=', world.ours.pointId).select('point_type_id');
    await db.updateTable('point').set({ point_type_id: itsType }).where('id', 'in', pointIds).execute();
    const tell = async () => {
      await tellConfiguration(world.app.application, 'gateway', gatewayId, more.gatewayId);
      await tellConfiguration(world.app.application, 'point', ...pointIds);
    };
    await tell();
    const asked = reads.filter((name) => specOf(name).data !== 'file' && !countsEverything.includes(name));
    // Both times the same is asked: a range that ends now would hold more a minute later.
    const inputs = new Map(asked.map((name) => [name, sampleInputs[name](world.ours)]));
    const answers = async () => {
      const texts: Partial<Record<CallName, string>> = {};
      for (const [name, input] of inputs) {
        const wide = await ask(managerId, name, withoutUser(onlyProject(input)));
        const { text } = wide.status < 400 ? wide : await ask(managerId, name, withoutUser(input));
        const counts = text.match(counted);
        if (counts) texts[name] = counts.join(' ');
      }
      return texts;
    };
    // Nothing becomes old between the two.
    const now = Date.now();
    await measure(
      world.app.application,
      [world.ours.pointId, world.sharedPointId].map((pointId) => ({ pointId, at: now, value: -5 })),
    );
    const withThem = await answers();
    const gone = (table: 'device_point' | 'point_latest' | 'alarm') =>
      db.deleteFrom(table).where('point_id', 'in', pointIds).execute();
    await Promise.all([gone('device_point'), gone('point_latest'), gone('alarm')]);
    await db.deleteFrom('point').where('id', 'in', pointIds).execute();
    await db.deleteFrom('slave').where('id', 'in', [slaveId, more.slaveId]).execute();
    await db.deleteFrom('gateway').where('id', '=', more.gatewayId).execute();
    await db.deleteFrom('device').where('id', '=', more.deviceId).execute();
    await tell();
    expect(await answers()).toEqual(withThem);
  });

  test.each(writes)('%s shows and changes nothing of another device', async (name) => {
    const before = await ofHidden();
    const { text } = await ask(world.contractorId, name, withoutUser(sampleInputs[name](world.hidden)));
    expect(text).not.toMatch(ofHiddenDevice);
    expect(await ofHidden()).toBe(before);
    const linked = await links();
    for (const input of ofShared(name))
      expect((await ask(world.contractorId, name, withoutUser(input))).text).not.toMatch(ofHiddenDevice);
    expect(await links()).toBe(linked);
  });
});
