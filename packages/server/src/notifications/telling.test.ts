import { expect, test } from 'vitest';
import { watchEvents } from '../eventNotices/index.ts';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication } from '../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../testing/equippedCompany.ts';
import { aMember } from '../testing/factories.ts';
import { aProvider } from '../testing/phoneProvider.ts';
import { soon } from '../testing/soon.ts';

const noon = Date.UTC(2026, 9, 1, 4);

test('that nobody can be told about alarms shows in readiness and in the figures, with how long it has been so', async () => {
  const clock = manualClock(noon);
  let company: EquippedCompany | undefined;
  const app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
    },
  });
  const readiness = async () => {
    const reply = await fetch(`${app.url}/readyz`);
    return { code: reply.status, ...((await reply.json()) as object) };
  };
  const oldest = async () =>
    /^watchpost_oldest_untold_alarm_seconds (.*)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1];
  try {
    expect([await readiness(), await oldest()]).toMatchObject([{ code: 200, telling: 'ok' }, '0']);
    await app.database.pool.query('ALTER TABLE notification ADD CONSTRAINT refused CHECK (id < 0) NOT VALID');
    await measure(app.application, [{ pointId: company!.pointId, at: noon, value: -5 }]);
    clock.set(noon + 9_000);
    expect(await readiness()).toMatchObject({ code: 200, telling: 'ok' });
    clock.set(noon + 61_000);
    expect([await readiness(), await oldest()]).toMatchObject([
      { code: 503, storing: 'ok', telling: 'people cannot be told about alarms' },
      '61',
    ]);

    await app.database.pool.query('ALTER TABLE notification DROP CONSTRAINT refused');
    await measure(app.application, [{ pointId: company!.confirmedPointId, at: noon + 61_000, value: -5 }]);
    await expect.poll(readiness, soon).toMatchObject({ code: 200, telling: 'ok' });
    expect(await oldest()).toBe('0');
  } finally {
    await app.stop();
  }
});

test('alarms that another session holds up are not taken for announced', async () => {
  const clock = manualClock(noon);
  let company: EquippedCompany | undefined;
  const app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
    },
  });
  const { pool } = app.database;
  const telling = async () => ((await (await fetch(`${app.url}/readyz`)).json()) as { telling: string }).telling;
  const other = await pool.connect();
  try {
    await pool.query('ALTER TABLE notification ADD CONSTRAINT refused CHECK (id < 0) NOT VALID');
    await measure(app.application, [{ pointId: company!.pointId, at: noon, value: -5 }]);
    clock.set(noon + 61_000);
    await expect.poll(telling, soon).toBe('people cannot be told about alarms');
    // As a server does that is about to end, or whose connection the network lost.
    await other.query('BEGIN');
    await expect
      .poll(async () => (await other.query('SELECT id FROM alarm_announcement FOR UPDATE SKIP LOCKED')).rowCount, soon)
      .toBe(1);
    // A later look of this server takes nothing and fails no more.
    await pool.query('ALTER TABLE notification DROP CONSTRAINT refused');
    await measure(app.application, [{ pointId: company!.confirmedPointId, at: noon + 61_000, value: -5 }]);
    const waiting = async () => (await pool.query('SELECT FROM alarm_announcement')).rowCount;
    await expect.poll(waiting, soon).toBe(1);
    expect(await telling()).toBe('people cannot be told about alarms');

    await other.query('ROLLBACK');
    await expect.poll(telling, soon).toBe('ok');
  } finally {
    other.release(true);
    await app.stop();
  }
});

test('that a provider takes nothing shows in readiness, in the figures and as an event of the project, and is over once it does', async () => {
  const clock = manualClock(noon);
  const sms = await aProvider();
  let company: EquippedCompany | undefined;
  const app = await startTestApplication({
    clock,
    config: { demo: false, sms: sms.settings, allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
      const lin = await aMember(db, company.companyId, company.projectId, { permissions: ['alarmManage'] });
      await db.updateTable('app_user').set({ mobile: '13900000001' }).where('id', '=', lin).execute();
      const { strategy_id } = await db.selectFrom('alarm_rule').select('strategy_id').executeTakeFirstOrThrow();
      const contact = { strategy_id, severities: [1, 2, 3], user_id: lin, channels: ['sms'] };
      await db.insertInto('alarm_strategy_contact').values(contact).execute();
    },
  });
  const readiness = async () => {
    const reply = await fetch(`${app.url}/readyz`);
    return { code: reply.status, ...((await reply.json()) as object) };
  };
  const figures = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const of = (name: string) => Number(new RegExp(`^${name}\\{way="sms"\\} (.*)$`, 'm').exec(text)?.[1]);
    return [of('watchpost_messages_waiting'), of('watchpost_oldest_waiting_message_seconds')];
  };
  const { pool } = app.database;
  const events = async () => {
    await watchEvents({ pool, clock, outbox: app.application.outbox });
    const { rows } = await pool.query<{ said: string }>(
      `SELECT concat_ws(' ', subject_name_en, detail_en, CASE WHEN recovered_at IS NOT NULL THEN 'over' END) AS said
       FROM platform_event WHERE type = 'messagesStuck' AND project_id = $1`,
      [company!.projectId],
    );
    return rows.map(({ said }) => said);
  };
  try {
    expect([await readiness(), await figures(), await events()]).toMatchObject([{ sending: 'ok' }, [0, 0], []]);
    sms.answer = 'hang up';
    await measure(app.application, [{ pointId: company!.pointId, at: noon, value: -5 }]);
    await expect.poll(figures, soon).toEqual([1, 0]);
    clock.set(noon + 4 * 60_000);
    expect([await readiness(), await events()]).toMatchObject([{ code: 200, sending: 'ok' }, []]);
    clock.set(noon + 6 * 60_000);
    expect(await figures()).toEqual([1, 360]);
    // A provider that is down is no reason to take what works out of service.
    expect(await readiness()).toMatchObject({ code: 200, sending: 'no sms message has been taken for 6 min' });
    expect(await events()).toEqual(['SMS 1 waiting, none was taken']);

    sms.answer = 200;
    clock.advance(10 * 60_000);
    app.application.outbox.wake();
    await expect.poll(figures, soon).toEqual([0, 0]);
    expect(await readiness()).toMatchObject({ sending: 'ok' });
    expect(await events()).toEqual(['SMS 1 waiting, none was taken over']);
  } finally {
    await app.stop();
    await sms.close();
  }
});

test('after a restart the time from before it counts', async () => {
  const clock = manualClock(noon);
  const app = await startTestApplication({
    clock,
    prepare: async ({ db, pool }) => {
      const { projectId, companyId } = await anEquippedCompany(db, 'Ours');
      await pool.query(
        `WITH a AS (INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, sentence_zh, sentence_en)
           VALUES ($1, $2, 0, '{}', 'point', 0, '', 'limit', 1, 1, $3, '', '') RETURNING id)
         INSERT INTO alarm_announcement (alarm_id, project_id, push_type, step, severity, text_zh, text_en, only_those_told, created_at)
         SELECT id, $2, 0, 'raised', 1, '', '', false, $3 FROM a`,
        [companyId, projectId, new Date(noon - 600_000)],
      );
      await pool.query('ALTER TABLE notification ADD CONSTRAINT refused CHECK (id < 0) NOT VALID');
    },
  });
  try {
    const telling = async () => ((await (await fetch(`${app.url}/readyz`)).json()) as { telling: string }).telling;
    await expect.poll(telling, soon).toBe('people cannot be told about alarms');
  } finally {
    await app.stop();
  }
});
