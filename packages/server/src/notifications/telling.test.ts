import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication } from '../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../testing/equippedCompany.ts';
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
