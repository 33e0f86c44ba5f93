import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { OrderRow } from '../repair.store.ts';
import type { RepairTeam } from './team.store.ts';

export interface TeamRecord extends RepairTeam {
  has_contract: boolean;
  open: number;
  of_class: number;
  first_time: number;
  targets: number;
  in_target: number;
  latitude: number | null;
  longitude: number | null;
}

/** A place where a member signed in says for so long where they are. */
const signInCountsHours = 4;

/** Every enabled team of the company, with what speaks for it for an order, which was found for the tenant. */
export async function teamRecords(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  order: Pick<OrderRow, 'id' | 'project_id' | 'device_id'>,
  now: Date,
): Promise<TeamRecord[]> {
  const { rows } = await sql<TeamRecord>`
    WITH class AS (SELECT device_class_id FROM device WHERE id = ${order.device_id}::int),
    done AS (
      SELECT r.team_id, r.id, r.failed_times = 0 AND NOT EXISTS (
          SELECT 1 FROM repair_order f WHERE f.parent_id = r.id AND f.status NOT IN (-1, 0)) AND NOT EXISTS (
          SELECT 1 FROM repair_order f WHERE f.device_id = r.device_id AND f.status NOT IN (-1, 0) AND f.id <> r.id
            AND f.submitted_at > r.finished_at AND f.submitted_at < r.finished_at + interval '30 days'
            AND f.symptom_id IS NOT DISTINCT FROM r.symptom_id AND f.fault_content = r.fault_content) AS held
      FROM repair_order r JOIN device d ON d.id = r.device_id JOIN class ON class.device_class_id = d.device_class_id
        JOIN maintenance_team mt ON mt.id = r.team_id AND mt.company_id = ${tenant.companyId}
      WHERE r.team_id IS NOT NULL AND r.status = 7 AND r.finished_at > ${now}::timestamptz - interval '365 days')
    SELECT t.id, t.name, t.enabled, t.types, t.areas,
      EXISTS (SELECT 1 FROM maintenance_contract k JOIN maintenance_contract_project kp ON kp.contract_id = k.id
        WHERE k.team_id = t.id AND kp.project_id = ${order.project_id} AND k.terminated_at IS NULL
          AND ${now}::timestamptz::date BETWEEN k.valid_from AND k.valid_to
          AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2) AS has_contract,
      (SELECT count(*)::int FROM repair_order r WHERE r.team_id = t.id AND r.status IN (1, 2, 3) AND r.id <> ${order.id}) AS open,
      (SELECT count(*)::int FROM done WHERE done.team_id = t.id) AS of_class,
      (SELECT count(*)::int FROM done WHERE done.team_id = t.id AND done.held) AS first_time,
      (SELECT count(*)::int FROM repair_order r JOIN work_clock c ON c.order_kind = 'repair' AND c.order_id = r.id AND c.kind = 'resolution'
        WHERE r.team_id = t.id AND c.met_at > ${now}::timestamptz - interval '90 days') AS targets,
      (SELECT count(*)::int FROM repair_order r JOIN work_clock c ON c.order_kind = 'repair' AND c.order_id = r.id AND c.kind = 'resolution'
        WHERE r.team_id = t.id AND c.met_at > ${now}::timestamptz - interval '90 days' AND c.breached_at IS NULL) AS in_target,
      place.latitude, place.longitude
    FROM maintenance_team t LEFT JOIN LATERAL (
      SELECT j.latitude, j.longitude FROM maintenance_member x JOIN repair_order r ON r.assignee_id = x.user_id AND r.team_id = t.id
        JOIN work_journal j ON j.order_kind = 'repair' AND j.order_id = r.id AND j.action = 'signIn' AND j.latitude IS NOT NULL
      WHERE x.team_id = t.id AND r.arrived_at > ${now}::timestamptz - ${signInCountsHours} * interval '1 hour'
        AND j.at > ${now}::timestamptz - ${signInCountsHours} * interval '1 hour'
      ORDER BY j.at DESC LIMIT 1) place ON true
    WHERE t.company_id = ${tenant.companyId} AND t.enabled ORDER BY t.name, t.id`.execute(db);
  return rows;
}
