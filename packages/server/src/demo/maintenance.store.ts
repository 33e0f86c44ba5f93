import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import { documentHash, nominalDays } from '../maintenance/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { demoAnswers, demoTemplates } from './maintenanceSheets.wire.ts';
import type { SeededCompany } from './SeededCompany.ts';

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Three teams, templates, contracts in each state, and a year of visits under the one in effect. */
export async function insertMaintenance(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, projectIds }: SeededCompany,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs - 20 * dayMs);
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT u.id, u.nickname AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${companyId} AND m.active ORDER BY u.id LIMIT 4`.execute(db);
  const own = rows.find(({ id }) => id === userId) ?? rows[0];
  const colleague = rows.find(({ id }) => id !== own?.id) ?? own;
  // Two people: a visitor of the demo can sign what a colleague has signed for the other party.
  const signers = {
    a: { user_id: colleague?.id ?? null, name: colleague?.name ?? '' },
    b: { user_id: own?.id ?? null, name: own?.name ?? '' },
  };
  const teamIds: [number, string][] = [];
  for (const [place, [name, area, enabled]] of (
    [
      ['东方冷链维保', '杭州', true],
      ['总部工程部', '全国', true],
      ['旧城制冷服务', '宁波', false],
    ] as const
  ).entries()) {
    const { id } = await db
      .insertInto('maintenance_team')
      .values({
        ...{
          company_id: companyId,
          name,
          types: place === 1 ? ['onSite', 'remote'] : ['onSite'],
          areas: [area],
          enabled,
        },
        ...{ note: '', updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [i, member] of rows.slice(place, place + 2).entries())
      await db
        .insertInto('maintenance_member')
        .values({ team_id: id, user_id: member.id, is_admin: i === 0, mobile: '' })
        .execute();
    teamIds.push([id, name]);
  }
  const templateIds: number[] = [];
  for (const { name, type, groups } of demoTemplates) {
    const { id } = await db
      .insertInto('maintenance_template')
      .values({ company_id: companyId, name, type, draft: JSON.stringify(groups), has_draft: false, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('maintenance_template_revision')
      .values({
        template_id: id,
        n: 1,
        groups: JSON.stringify(groups),
        published_at: at,
        published_by: rows[0]?.name ?? '',
      })
      .execute();
    templateIds.push(id);
  }
  const projects = [...projectIds.values()];
  const contracts = [
    {
      name: '冷库年度维保',
      number: 'K20260101-0001',
      from: 300,
      to: -120,
      cycle: 'month',
      team: 0,
      project: 0,
      signs: 2,
    },
    {
      name: '门店冷柜维保',
      number: 'K20261101-0001',
      from: -10,
      to: -370,
      cycle: 'quarter',
      team: 1,
      project: 1,
      signs: 1,
    },
    {
      name: '旧城门店维保',
      number: 'K20250301-0002',
      from: 600,
      to: 230,
      cycle: 'halfYear',
      team: 2,
      project: 1,
      signs: 2,
    },
  ] as const;
  for (const [place, { name, number, from, to, cycle, team, project, signs }] of contracts.entries()) {
    const projectId = projects[project] ?? projects[0]!;
    const [team_id, team_name] = teamIds[team]!;
    const values = {
      ...{ name, number, party_a: '华东冷链物流', team_id, signing_date: dayOf(nowMs - from * dayMs) },
      ...{ valid_from: dayOf(nowMs - from * dayMs), valid_to: dayOf(nowMs - to * dayMs), cycle, cycle_count: 1 },
      ...{ first_on: dayOf(nowMs - (from - 5) * dayMs), amount_fen: 4_800_000, note: '' },
    };
    const { id } = await db
      .insertInto('maintenance_contract')
      .values({ ...values, company_id: companyId, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('maintenance_contract_project').values({ contract_id: id, project_id: projectId }).execute();
    const templateId = templateIds[place === 0 ? 0 : 1]!;
    await db.insertInto('maintenance_contract_template').values({ contract_id: id, template_id: templateId }).execute();
    const templatesOf = [{ id: templateId, name: '' }];
    const hash = documentHash({ ...values, team_name, project_ids: [projectId], templates: templatesOf });
    for (const party of (['a', 'b'] as const).slice(0, signs))
      await db
        .insertInto('maintenance_signature')
        .values({ contract_id: id, party, hash, ...signers[party], at })
        .execute();
    if (signs < 2) continue;
    const until = Math.min(nowMs + 90 * dayMs, nowMs - to * dayMs);
    for (const [k, day] of nominalDays(values.first_on, cycle, 1, dayOf(until)).entries()) {
      const isPast = day < dayOf(nowMs - 2 * dayMs);
      const isBad = k % 4 === 2;
      const order = await db
        .insertInto('maintenance_order')
        .values({
          ...{ contract_id: id, project_id: projectId, k, nominal_on: day, planned_on: day },
          ...{ state: !isPast ? 'planned' : k % 3 === 1 ? 'done' : 'confirmed', bad_count: isPast && isBad ? 1 : 0 },
          assignee_name: isPast ? (rows[0]?.name ?? null) : null,
          assignee_id: isPast ? (rows[0]?.id ?? null) : null,
          done_at: isPast ? new Date(Date.parse(day) + 8 * 3_600_000) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isPast || place !== 0) continue;
      await db
        .insertInto('maintenance_sheet')
        .values({
          ...{ order_id: order.id, template_id: templateId, template_name: demoTemplates[0].name, n: 1 },
          ...{ groups: JSON.stringify(demoTemplates[0].groups), answers: JSON.stringify(demoAnswers(isBad)) },
        })
        .execute();
    }
  }
}
