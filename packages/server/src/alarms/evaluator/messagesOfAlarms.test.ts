import { readFileSync } from 'node:fs';
import type { RuleDefinition } from '@watchpost/contract';
import { expect, test } from 'vitest';
import {
  aContact,
  aLadder,
  area,
  aWebhook,
  company,
  database,
  device,
  everyWay,
  gateway,
  highLimit,
  member,
  minute,
  noon,
  owed,
  point,
  project,
  readAlarms,
  readJournal,
  readOutbox,
  setUpAlarmServiceWorld,
  startAlarms,
} from '../../testing/alarmServiceWorld.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aProject,
  aRule,
  aStrategy,
  limitMember,
} from '../../testing/factories.ts';

setUpAlarmServiceWorld();

test('an alarm that gets worse must be confirmed again and calls again; one that gets better does neither', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure, told } = await startAlarms();
  await measure(-12, noon);
  const acknowledge = () =>
    database.db
      .updateTable('alarm')
      .set({ acknowledged_at: new Date(noon), acknowledged_by: member })
      .execute();
  await acknowledge();

  await measure(-9, noon + minute);
  expect(await readAlarms()).toMatchObject([
    { severity: 1, band: 'highHigh', limit_value: -10, acknowledged_at: null, acknowledged_by: null, extreme: -9 },
  ]);
  expect(await readOutbox()).toMatchObject([{ step: 'raised' }, { push_type: 2, severity: 1 }]);
  expect(told.at(-1)).toMatchObject({ kind: 'severityChanged', levels: [1, 2] });

  await acknowledge();
  await measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, acknowledged_by: member, extreme: -9 }]);
  expect(await readOutbox()).toHaveLength(2);

  await measure(-9, noon + 3 * minute);
  expect(await readOutbox()).toHaveLength(3);
});

test('recipients of an alarm get an all-clear, if the strategy says so', async () => {
  const quiet = await aStrategy(database.db, project, { notifyOnClear: false });
  const talking = await aStrategy(database.db, project, { notifyOnClear: true });
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, talking, highLimit, { points: [point] });
  await aRule(database.db, quiet, highLimit, { points: [other] });
  const { run } = await startAlarms();
  const both = (value: number, at: number) =>
    run({ now: at, samples: [point, other].map((pointId) => ({ pointId, at, value })) });
  await both(-12, noon);
  const latecomer = await aMember(database.db, company, project);
  await both(-20, noon + minute);

  const clear = (await readOutbox()).filter(({ step }) => step === 'returned');
  expect(clear).toMatchObject([{ user_id: member, push_type: 3 }]);
  expect(clear.some(({ user_id }) => user_id === latecomer)).toBe(false);
  expect((await readJournal()).map(({ kind }) => kind).sort()).toEqual([
    'raised',
    'raised',
    'returnedToNormal',
    'returnedToNormal',
  ]);
});

/** Every way out of the house is there; due messages wait. */

test('recipients of the worse severity get the all-clear at the severity they know', async () => {
  await aContact(await aLadder({ lower: 2 }), [1, 2]);
  await aWebhook([1]);
  await limitMember(database.db, member, project, { alarmLevels: [1] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual([
    ...['app raised 1 sent', 'sms raised 1 waiting', 'webhook raised 1 waiting'],
    ...['app returned 1 sent', 'sms returned 1 waiting', 'webhook returned 1 waiting'],
  ]);
});

test('an alarm that was for the record only in the end returns for its earlier recipients, and for nobody else', async () => {
  await aContact(await aLadder({ lower: 4 }), [1]);
  await aWebhook([1]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  const ofTheFirst = [
    ...['app raised 1 sent', 'sms raised 1 waiting', 'webhook raised 1 waiting'],
    ...['app returned 1 sent', 'sms returned 1 waiting', 'webhook returned 1 waiting'],
  ];
  expect(await owed()).toEqual(ofTheFirst);
  await measure(-12, noon + 3 * minute);
  await measure(-20, noon + 4 * minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual(ofTheFirst);
});

test('the end of an alarm whose rule was switched off is told to its recipients, each by the way they know it from', async () => {
  const strategy = await aLadder({ lower: 2 });
  await aContact(strategy, [1, 2]);
  await aWebhook([1]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await alarms.peopleTold();
  const before = await owed();
  await database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute();
  await alarms.reload();
  await measure(-12, noon + 2 * minute);
  await alarms.peopleTold();
  expect(await readAlarms()).toMatchObject([{ end_reason: 'ruleClosed', severity: 2 }]);
  expect((await owed()).slice(before.length)).toEqual(['sms ended 1 waiting', 'webhook ended 1 waiting']);
});

test('an alarm that falls to the record only reminds nobody and escalates to nobody, until it becomes worse again', async () => {
  await aContact(await aLadder({ lower: 4, repeatMinutes: 5, escalateMinutes: 10 }), [1], 1);
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [other] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  expect(await readAlarms()).toMatchObject([{ severity: 4, next_repeat_at: null }]);
  await alarms.repeatDue(noon + 30 * minute);
  // Another notification, so that the escalation step, which is due by now, is looked at.
  await measure(-12, noon + 31 * minute, other);
  await alarms.peopleTold();
  expect(await owed()).toEqual(['app raised 1 sent', 'app raised 2 sent']);

  await measure(-5, noon + 40 * minute);
  await alarms.repeatDue(noon + 46 * minute);
  await alarms.peopleTold();
  expect((await owed()).slice(2)).toEqual(['app severity:1 1 sent', 'app repeat 1 sent']);
});

test('after a smaller fall the next step and the reminded are told how it stands now, and contacts for the worse alone are not called', async () => {
  const strategy = await aLadder({ lower: 2, repeatMinutes: 30, escalateMinutes: 10 });
  await aContact(strategy, [2], 1);
  const urgentOnly = await aMember(database.db, company, project);
  await aContact(strategy, [1], 1, urgentOnly);
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [other] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  // Another notification, so that the escalation step, which is due by now, is looked at.
  await measure(-12, noon + 11 * minute, other);
  await alarms.peopleTold();
  await alarms.repeatDue(noon + 31 * minute);
  const fell = 'Downgraded to important, 1 min after the first limit was exceeded: −12.0 °C above high limit −15.0 °C';
  const [alarm] = await readAlarms();
  const told = (await readOutbox()).filter(({ alarm_id, step }) => alarm_id === alarm?.id && step !== 'raised');
  expect(
    told.map(({ user_id, channel, step, severity, text_en }) => [user_id, channel, step, severity, text_en]).sort(),
  ).toEqual(
    [
      [member, 'sms', 'raised/1', 2, fell],
      [member, 'app', 'repeat:1', 2, fell],
      [urgentOnly, 'app', 'repeat:1', 2, fell],
      [member, 'sms', 'repeat:1', 2, fell],
    ].sort(),
  );
});

test('a recipient gets the all-clear, also after they were taken off the contacts', async () => {
  await aContact(await aLadder({ lower: 2 }), [1, 2]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-12, noon);
  await alarms.peopleTold();
  await database.db.deleteFrom('alarm_strategy_contact').execute();
  await measure(-20, noon + minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual([
    ...['app raised 2 sent', 'sms raised 2 waiting'],
    ...['app returned 2 sent', 'sms returned 2 waiting'],
  ]);
});

test('an alarm that began and ended inside a late buffer is written down and calls nobody', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, waiting } = await startAlarms();
  const samples = [-12, -11, -18].map((value, i) => ({ pointId: point, at: noon + i * minute, value }));
  await run({ now: noon + 60 * minute, samples });
  expect(await readAlarms()).toMatchObject([
    {
      detected_late: true,
      raised_at: new Date(noon),
      returned_at: new Date(noon + 2 * minute),
      extreme: -11,
      next_repeat_at: null,
    },
  ]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'returnedToNormal']);
  expect(await readOutbox()).toEqual([]);
  expect(waiting).toEqual([]);
});

test.each([
  ['within a maintenance window that is over', 0, 30, { never_shown: true, hidden_since: new Date(noon + minute) }],
  ['before a maintenance window that is on when it comes', 50, 90, { hidden_by: null, hidden_since: null }],
])(
  'an alarm from a buffer that began and ended %s is held against the time it was measured at, in one batch or in several',
  async (_, from, until, expected) => {
    const shelf = { company_id: company, project_id: project, reason: '', created_at: new Date(noon) };
    const [from_at, until_at] = [new Date(noon + from * minute), new Date(noon + until * minute)];
    await database.db
      .insertInto('alarm_shelf')
      .values({ ...shelf, kind: 'maintenance', area_id: area, from_at, until_at })
      .execute();
    await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
    const { alarms, run } = await startAlarms();
    const come = noon + 60 * minute;
    await alarms.lookAtShelves();
    const sample = (value: number, after: number) => ({ pointId: point, at: noon + after * minute, value });
    await run({ now: come, samples: [sample(-12, 1), sample(-18, 2)] });
    // The same again, and what ends it comes later.
    await run({ now: come, samples: [sample(-12, 3)] });
    await run({ now: come + 1000, samples: [sample(-18, 4)] });
    await alarms.lookAtShelves();
    expect(await readAlarms()).toMatchObject([
      { returned_at: new Date(noon + 2 * minute), ...expected },
      {
        returned_at: new Date(noon + 4 * minute),
        ...expected,
        ...(from === 0 && { hidden_since: new Date(noon + 3 * minute) }),
      },
    ]);
    await alarms.peopleTold();
    expect(await readOutbox()).toEqual([]);
  },
);

test('the worst an alarm was is kept when it falls, also inside one late buffer, and when it ends both levels learn of it', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure, run, told } = await startAlarms();
  await measure(-18, noon);
  await measure(-12, noon + minute);
  await measure(-8, noon + 2 * minute);
  await measure(-12, noon + 12 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, worst_severity: 1, effective_severity: 2 }]);
  await measure(-18, noon + 20 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, worst_severity: 1, effective_severity: 1 }]);
  expect(told.at(-1)).toMatchObject({ kind: 'returnedToNormal', levels: [1, 2] });

  const buffer = [-12, -8, -12, -18].map((value, n) => ({ pointId: point, at: noon + (30 + n) * minute, value }));
  await run({ now: noon + 120 * minute, samples: buffer });
  expect((await readAlarms())[1]).toMatchObject({ severity: 2, worst_severity: 1, effective_severity: 1 });
});

test('alarms stored by earlier versions get the worst they were from their journal', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure } = await startAlarms();
  for (const [n, value] of [-18, -12, -8, -12, -18, -12].entries()) await measure(value, noon + n * minute);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DROP VIEW open_alarm');
    await client.query('ALTER TABLE alarm DROP COLUMN effective_severity, DROP COLUMN worst_severity');
    const old = ['alarm_current (id)', 'alarm_history (id)', 'alarm_returned (id)', 'alarm_unhandled (id)'];
    await client.query('DROP INDEX IF EXISTS alarm_current, alarm_history, alarm_returned, alarm_unhandled');
    for (const index of old) await client.query(`CREATE INDEX ${index.replace(' ', ' ON alarm ')}`);
    await client.query(readFileSync(new URL('../../../migrations/0400_worst_severity.sql', import.meta.url), 'utf8'));
    const { rows } = await client.query('SELECT severity, worst_severity, effective_severity FROM alarm ORDER BY id');
    expect(rows).toEqual([
      { severity: 2, worst_severity: 1, effective_severity: 1 },
      { severity: 2, worst_severity: 2, effective_severity: 2 },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('alarms stored by earlier versions get the severities they had from their journal, and remind nobody of a record', async () => {
  await aLadder({ lower: 4 });
  const { measure } = await startAlarms();
  for (const [n, value] of [-8, -12, -18, -12].entries()) await measure(value, noon + n * minute);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const had = await client.query('SELECT had_severities FROM alarm ORDER BY id');
    expect(had.rows).toEqual([{ had_severities: 0b1_0010 }, { had_severities: 0b1_0000 }]);
    await client.query('DROP VIEW open_alarm');
    await client.query('ALTER TABLE alarm DROP COLUMN had_severities');
    await client.query('UPDATE alarm SET next_repeat_at = now()');
    for (const index of ['alarm_history', 'alarm_returned', 'alarm_unhandled'])
      await client.query(`CREATE INDEX ${index} ON alarm (id)`);
    await client.query(
      readFileSync(new URL('../../../migrations/0410_severities_it_had.sql', import.meta.url), 'utf8'),
    );
    const { rows } = await client.query('SELECT had_severities, next_repeat_at FROM alarm ORDER BY id');
    expect(rows).toEqual([
      { had_severities: 0b1_0010, next_repeat_at: null },
      { had_severities: 0, next_repeat_at: null },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('contacts of earlier versions who wanted records, too, go on without them, and those who wanted nothing else are told nothing', async () => {
  const [strategy, other] = [await aStrategy(database.db, project), await aStrategy(database.db, project)];
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['alarm_strategy_contact', 'company_webhook'])
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_severities_check,
        ADD CONSTRAINT ${table}_severities_check CHECK (severities <@ '{1,2,3,4}')`);
    await client.query(
      `INSERT INTO alarm_strategy_contact (strategy_id, user_id, severities, channels) VALUES ($1, $3, '{2,4}', '{sms}'), ($2, $3, '{4}', '{sms}')`,
      [strategy, other, member],
    );
    await client.query(
      `INSERT INTO company_webhook (company_id, name, url, secret, severities, created_at) SELECT $1, s, '', '', s::smallint[], now()
       FROM unnest('{"{1,4}","{4}"}'::text[]) s`,
      [company],
    );
    const migration = new URL('../../../migrations/0426_levels_that_are_told.sql', import.meta.url);
    await client.query(readFileSync(migration, 'utf8'));
    const contacts = await client.query('SELECT strategy_id, severities FROM alarm_strategy_contact');
    expect(contacts.rows).toEqual([{ strategy_id: strategy, severities: [2] }]);
    const webhooks = await client.query('SELECT severities, enabled FROM company_webhook ORDER BY name');
    expect(webhooks.rows).toEqual([
      { severities: [1], enabled: true },
      { severities: [3], enabled: false },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('nobody confirms: people are told again every interval, once, until somebody does', async () => {
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), highLimit, { points: [point] });
  const { alarms, measure, told } = await startAlarms();
  await measure(-12, noon);
  await alarms.repeatDue(noon + 4 * minute);
  expect(await readOutbox()).toHaveLength(1);

  await Promise.all([alarms.repeatDue(noon + 5 * minute), alarms.repeatDue(noon + 5 * minute)]);
  expect((await readOutbox()).map(({ push_type, step }) => [push_type, step])).toEqual([
    [0, 'raised'],
    [1, 'repeat:1'],
  ]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'repeated']);
  expect(told.at(-1)).toMatchObject({ kind: 'repeated' });

  await alarms.repeatDue(noon + 10 * minute);
  expect((await readOutbox()).at(-1)?.step).toBe('repeat:2');

  await measure(-18, noon + 11 * minute);
  await alarms.repeatDue(noon + 60 * minute);
  expect((await readOutbox()).at(-1)?.step).toBe('returned');
});

test('repeats that are asked for while an alarm is open begin then, and nobody waits longer than the interval as it is now', async () => {
  const [never, seldom] = [
    await aStrategy(database.db, project),
    await aStrategy(database.db, project, { repeatMinutes: 240 }),
  ];
  const others = [await aPoint(database.db, gateway), await aPoint(database.db, gateway)];
  await aRule(database.db, never, highLimit, { points: [point, ...others] });
  await aRule(database.db, seldom, highLimit, { points: [point] });
  const { alarms, measure, run } = await startAlarms();
  await measure(-12, noon);
  await measure(-12, noon, others[0]!);
  // Found in a buffer: whether it still lasts, and is told, is yet to be seen.
  await run({ now: noon, samples: [{ pointId: others[1]!, at: noon - 60 * minute, value: -12 }] });
  const confirmed = database.db.updateTable('alarm').set({ acknowledged_at: new Date(noon) });
  await confirmed.where('point_id', '=', others[0]!).execute();
  const stepsAt = async (at: number) => {
    await alarms.repeatDue(at);
    return (await readOutbox()).flatMap(({ step }) => (step.startsWith('repeat') ? [step] : []));
  };
  expect(await stepsAt(noon + 30 * minute)).toEqual([]);

  await database.db.updateTable('alarm_strategy').set({ repeat_minutes: 10 }).execute();
  expect(await stepsAt(noon + 40 * minute)).toEqual([]);
  expect(await stepsAt(noon + 49 * minute)).toEqual([]);
  expect(await stepsAt(noon + 50 * minute)).toEqual(['repeat:1', 'repeat:1']);
  expect(await stepsAt(noon + 60 * minute)).toEqual(['repeat:1', 'repeat:1', 'repeat:2', 'repeat:2']);

  await database.db.updateTable('alarm_strategy').set({ repeat_minutes: null }).execute();
  expect(await stepsAt(noon + 70 * minute)).toHaveLength(4);
  expect(await stepsAt(noon + 90 * minute)).toHaveLength(4);
});

test('an alarm that somebody is just acknowledging is not repeated', async () => {
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), highLimit, { points: [point] });
  const { alarms, measure } = await startAlarms();
  await measure(-12, noon);
  const confirming = await database.pool.connect();
  await confirming.query('BEGIN');
  await confirming.query('SELECT 1 FROM alarm FOR UPDATE');
  await alarms.repeatDue(noon + 5 * minute);
  await confirming.query('ROLLBACK');
  confirming.release();
  expect(await readOutbox()).toHaveLength(1);
  await alarms.repeatDue(noon + 5 * minute);
  expect(await readOutbox()).toHaveLength(2);
});

test('someone limited to other devices or levels, or without a right to alarms, is not called', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const otherDevice = await aDevice(database.db, project);
  const [elsewhere, here, urgentOnly] = [
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
  ];
  await limitMember(database.db, elsewhere, project, { deviceIds: [otherDevice] });
  await limitMember(database.db, here, project, { deviceIds: [device] });
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  const bystander = await aMember(database.db, company, project, { permissions: [] });
  const suspended = await aMember(database.db, company, project, { active: false });
  const everywhere = await aMember(database.db, company, -1, { permissions: ['alarmManage', 'allProjects'] });
  const otherProject = await aMember(database.db, company, await aProject(database.db, company));
  const stranger = await aMember(database.db, await aCompany(database.db), -1, {
    permissions: ['alarmManage', 'allProjects'],
  });

  const { measure } = await startAlarms();
  await measure(-12, noon);
  const called = (await readOutbox()).map(({ user_id }) => user_id);
  expect(called.sort()).toEqual([member, here, everywhere].sort());
  for (const id of [elsewhere, urgentOnly, bystander, suspended, otherProject, stranger])
    expect(called).not.toContain(id);
});

test('a project whose service has ended is evaluated, and nobody is called', async () => {
  const expired = await aProject(database.db, company, { serviceEnd: '2026-09-30' });
  await aMember(database.db, company, expired);
  const expiredPoint = await aPoint(database.db, await aGateway(database.db, expired));
  await aRule(database.db, await aStrategy(database.db, expired, { repeatMinutes: 5 }), highLimit, {
    points: [expiredPoint],
  });
  const { alarms, measure } = await startAlarms();
  await measure(-12, noon, expiredPoint);
  await alarms.repeatDue(noon + 10 * minute);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readOutbox()).toEqual([]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised']);
});

test('"record only" alarms are written down and call nobody', async () => {
  const recordOnly: RuleDefinition = { ...highLimit, bands: { high: { limit: -15, severity: 4 } } };
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), recordOnly, {
    points: [point],
  });
  const { measure } = await startAlarms();
  await measure(-12, noon);
  expect(await readAlarms()).toMatchObject([{ severity: 4, next_repeat_at: null }]);
  expect(await readOutbox()).toEqual([]);
});
