import type { CallName } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  accessWorld,
  allCalls,
  ofHiddenDevice,
  ofOthers,
  permissionCalls,
  signedInCalls,
  specOf,
} from '../testing/accessWorld.ts';
import type { Ids } from '../testing/equippedCompany.ts';
import { sampleInputs } from '../testing/sampleInputs.ts';
import { onlyProject, spelledOtherwise, withoutUser } from '../testing/variedInputs.ts';

const publicCalls = allCalls.filter((name) => specOf(name).access === 'public');
const sessionReads = signedInCalls.filter(
  (name) => specOf(name).access === 'session' && specOf(name).effect === 'read',
);
/** Answer about every project in which the asker has the right, and name none. */
const asksOwnProjects: readonly CallName[] = [
  'getCompanyAllUserDropdown',
  'getCompanyUserDropdown',
  'getInvitationPage',
  'exportModelTreeProjectStatistics',
  'getModelClassList',
  'getModelTreeGroupStatistics',
  'getModelTreeProjectStatistics',
  'getProjectForCarList',
  'getServiceAlarms',
  'getAnalysisAlarms',
  'getWeatherPage',
  'exportWeatherPage',
];

const world = accessWorld();
const { ask, stateOf } = world;

describe('how a call names its company and its project', () => {
  const named = /^(company_?id|project_?id|project)$/i;
  const fieldsOf = (schema: z.ZodType | undefined): [string, z.ZodType][] => {
    if (schema instanceof z.ZodObject) return Object.entries(schema.shape as Record<string, z.ZodType>);
    if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
    return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
      ? fieldsOf(schema.unwrap() as z.ZodType)
      : [];
  };

  test.each(allCalls)('%s names one of each at most, where it is seen before anything is done', (name) => {
    const { query, body, encoding } = specOf(name);
    for (const [field, schema] of [...fieldsOf(query), ...fieldsOf(body)]) {
      if (named.test(field)) expect(typeof schema.safeParse('7').data, field).toBe('number');
    }
    const inParts = encoding === 'multipart' ? fieldsOf(body).filter(([field]) => named.test(field)) : [];
    expect(inParts, 'the parts of a multipart call are read too late').toEqual([]);
  });
});

describe('a caller who has not signed in', () => {
  test.each(signedInCalls)('is not answered %s', async (name) => {
    const { status, envelope } = await ask(null, name, sampleInputs[name](world.ours));
    expect([status, envelope.Data]).toEqual([401, null]);
  });

  test.each(signedInCalls)('does not get further with a made-up token: %s', async (name) => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    expect((await ask(null, name, sampleInputs[name](world.ours), headers)).status).toBe(401);
  });
});

describe('a member without the permission', () => {
  test.each(permissionCalls)('is refused %s', async (name) => {
    const { status, envelope } = await ask(world.powerlessId, name, sampleInputs[name](world.ours));
    expect([status, envelope.Data]).toEqual([403, null]);
  });

  test.each(permissionCalls)('does not get further by naming no company or project: %s', async (name) => {
    const { status } = await ask(
      world.powerlessId,
      name,
      sampleInputs[name]({ ...world.ours, projectId: 0, companyId: 0 }),
    );
    expect(status).toBe(403);
  });

  /** What our company has: after one call as before the next. */
  let state: Record<string, string> | undefined;

  test.each(permissionCalls)('gains nothing from a permission in another project of the company: %s', async (name) => {
    const before = state ?? (await stateOf(world.ours.companyId));
    state = undefined;
    const { status, text } = await ask(world.neighbourId, name, sampleInputs[name](world.ours));
    expect(status).toBeOneOf(asksOwnProjects.includes(name) ? [200] : [403, 404]);
    expect(text).not.toContain('Ours');
    for (const input of spelledOtherwise(sampleInputs[name](world.ours), 'projectId')) {
      const odd = await ask(world.neighbourId, name, input);
      expect(odd.status, JSON.stringify(input)).toBe(status);
      expect(odd.text).not.toContain('Ours');
    }
    const after = await stateOf(world.ours.companyId);
    expect(after).toEqual(before);
    state = after;
  });
});

describe('an engineer from outside, to whom a device is lent', () => {
  test.each(permissionCalls.filter((name) => !specOf(name).lent && !asksOwnProjects.includes(name)))(
    'gains nothing from it in %s',
    async (name) => {
      const { status, text } = await ask(world.borrowerId, name, sampleInputs[name](world.ours));
      expect(status).toBe(403);
      expect(text).not.toContain('Ours');
    },
  );

  test.each(signedInCalls.filter((name) => specOf(name).lent))('sees nothing else by %s', async (name) => {
    for (const input of [sampleInputs[name](world.hidden), onlyProject(sampleInputs[name](world.ours))]) {
      const { status, text } = await ask(world.borrowerId, name, withoutUser(input));
      expect(status).not.toBe(500);
      expect(text).not.toMatch(ofHiddenDevice);
      expect(text).not.toContain('Ours Freezer too warm');
    }
  });

  test('does see the device and its curve', async () => {
    const query = { modelTreeId: world.ours.deviceId, ProjectId: world.ours.projectId };
    expect((await ask(world.borrowerId, 'getModelTreeBaseInfo', { query })).text).toContain('Ours');
  });
});

describe('calls that any signed-in user may make', () => {
  /** What the factories name after the marker; the names of their own company and projects a member does know. */
  const equipment = /Ours (Freezer|Air|Coil|Gateway|Slave|Strategy)|high limit|上限/;

  test.each(sessionReads)('%s shows no device, point or alarm to a member without a permission', async (name) => {
    for (const input of [sampleInputs[name](world.ours), onlyProject(sampleInputs[name](world.ours))]) {
      expect((await ask(world.powerlessId, name, withoutUser(input))).text).not.toMatch(equipment);
    }
  });

  test('they do show them to one who may see alarms', async () => {
    const shown: CallName[] = [];
    for (const name of sessionReads) {
      const { text } = await ask(world.viewerId, name, withoutUser(sampleInputs[name](world.ours)));
      if (equipment.test(text)) shown.push(name);
    }
    expect(shown.sort()).toEqual(['getAlarmMessageByUserId', 'getAlarmPlayScreenPage']);
  });

  test('alarms are not even counted for a member without a permission', async () => {
    for (const body of [{}, { ProjectId: world.ours.projectId }]) {
      const { envelope } = await ask(world.powerlessId, 'getAlarmOverNum', { body });
      expect(envelope.Data).toMatchObject({ Total: 0, Unconfirmed: 0 });
    }
    const { envelope } = await ask(world.powerlessId, 'getUserOwnProject', { query: {} });
    expect(envelope.Data).toMatchObject([{ AlarmCount: 0, AlarmLevel: null }]);
  });
});

describe('calls that anybody may make', () => {
  /** What opens something without a sign-in. */
  const secretsOf = [
    'certificateDocument',
    'invitationCode',
    'pairingSecret',
    'reportReceipt',
    'signInCode',
    'stickerId',
    'wallToken',
  ] as const satisfies readonly (keyof Ids)[];

  test.each(publicCalls)('%s shows and changes nothing of another company by what opens ours', async (name) => {
    const before = await stateOf(world.others.companyId);
    const headers = { 'company-id': String(world.others.companyId), 'project-id': String(world.others.projectId) };
    const fresh = { ...world.ours, ...(await world.freshIds(name)) };
    const { status, text } = await ask(null, name, sampleInputs[name](fresh), headers);
    expect([200, 400, 401, 403, 404, 409, 429, 503]).toContain(status);
    expect(text).not.toMatch(ofOthers);
    expect(await stateOf(world.others.companyId)).toEqual(before);
  });

  test.each(publicCalls)('%s opens nothing by a secret that is made up', async (name) => {
    for (const key of secretsOf) {
      const madeUp = { ...world.ours, [key]: [...world.ours[key]].reverse().join('') };
      const input = sampleInputs[name](madeUp);
      if (JSON.stringify(input) === JSON.stringify(sampleInputs[name](world.ours))) continue;
      const { status, text } = await ask(null, name, input);
      // A wall waiting for its code to be confirmed is answered only that it is not confirmed yet.
      if (name === 'takePairing' && status === 200) expect(text).toContain('"Token":null');
      else expect([400, 401, 403, 404, 409, 429], key).toContain(status);
      expect(text).not.toContain('Ours');
    }
  });

  test('a wall shows its own company, whose names it does hold, and no other', async () => {
    const [view, news] = ['getWallView', 'getWallNews'] as const;
    const theirs = await ask(null, view, sampleInputs[view](world.others));
    expect(theirs.text).toMatch(ofOthers);
    expect(theirs.text).not.toContain('Ours');
    expect((await ask(null, view, sampleInputs[view](world.ours))).text).toContain('Ours');
    const newsOfOthers = await ask(null, news, sampleInputs[news](world.others));
    expect(newsOfOthers.status).toBe(200);
    expect(newsOfOthers.text).not.toContain('Ours');
  });

  test('the token of a wall is no sign-in', async () => {
    const headers = { authorization: `Bearer ${world.ours.wallToken}` };
    for (const name of signedInCalls)
      expect((await ask(null, name, sampleInputs[name](world.ours), headers)).status, name).toBe(401);
  });
});
