import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createSecretBox } from '../platform/secretBox.ts';

/** Who is told besides strategies, for calls to change and to delete. */
export interface Duty {
  rotaId: number;
  spareRotaId: number;
  absenceId: number;
  spareAbsenceId: number;
  webhookId: number;
  spareWebhookId: number;
}

export async function dutyOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<Duty> {
  const aRota = async (name: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      WITH rota AS (
        INSERT INTO duty_rota (company_id, project_id, name, enabled, severities, channels, created_at)
        VALUES (${companyId}, ${projectId}, ${`${marker} ${name}`}, false, '{1}', '{sms}', now())
        ON CONFLICT (project_id, name) DO UPDATE SET enabled = false RETURNING id),
      shift AS (
        INSERT INTO duty_shift (rota_id, user_id, weekdays, first_week)
        SELECT id, ${userId}, '{1}', '2026-01-05' FROM rota)
      SELECT id FROM rota`.execute(db);
    return rows[0]!.id;
  };
  // Made anew: nobody is away twice on one day.
  await db.deleteFrom('duty_absence').where('user_id', '=', userId).execute();
  const anAbsence = async (year: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO duty_absence (company_id, user_id, from_day, until_day, remarks)
      VALUES (${companyId}, ${userId}, make_date(${year}, 5, 1), make_date(${year}, 5, 2), ${`${marker} leave`}) RETURNING id`.execute(
      db,
    );
    return rows[0]!.id;
  };
  /** An address that no server dials. */
  const aWebhook = async (name: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO company_webhook (company_id, project_id, name, url, secret, severities, enabled, created_at)
      VALUES (${companyId}, ${projectId}, ${`${marker} ${name}`}, 'http://127.0.0.1:9/alarms', ${secrets.seal('whsec')}, '{1}', false, now())
      ON CONFLICT ON CONSTRAINT company_webhook_name_key DO UPDATE SET enabled = false RETURNING id`.execute(db);
    return rows[0]!.id;
  };
  const secrets = createSecretBox(await installationSecret(db, 'secrets'));
  return {
    webhookId: await aWebhook('Desk'),
    spareWebhookId: await aWebhook('Spare desk'),
    rotaId: await aRota('Nights'),
    spareRotaId: await aRota('Spare nights'),
    absenceId: await anAbsence(2990),
    spareAbsenceId: await anAbsence(2991),
  };
}
