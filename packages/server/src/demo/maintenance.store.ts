import { dayMs } from '@watchpost/contract';
import { sql } from 'kysely';
import { type SystemTenant, system } from '../access/index.ts';
import { sealStatement } from '../compliance/index.ts';
import {
  contractsToPlan,
  documentHash,
  documentText,
  hashOfSheets,
  hashOfStatement,
  nominalDays,
  planContract,
  type Reading,
  statementOf,
} from '../maintenance/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { demoStrokes } from './demoStrokes.ts';
import { demoAnswers, demoTemplatesOf } from './maintenanceSheets.wire.ts';
import { peopleByRole } from './repairs.store.ts';
import type { SeededCompany } from './SeededCompany.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Sooner than usual for what is urgent. */
const agreedTargets = [{ severity: 1, arrival_minutes: 90, response_minutes: 10, resolution_minutes: 360 }];

/** Three teams, templates, contracts in each state, and a year of visits under the one in effect. */
export async function insertMaintenance(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, projectIds, typeIds }: SeededCompany,
  { userId, nowMs, secretKey }: { userId: number; nowMs: number; secretKey: string },
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
  const demoTemplates = demoTemplatesOf((code) => typeIds.get(code) ?? null);
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
  const pressure = (
    await sql<PressurePoint>`
      SELECT p.id, p.name, p.name_en, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en FROM point p
        JOIN device_point dp ON dp.point_id = p.id JOIN device d ON d.id = dp.device_id
      WHERE p.project_id = ${projects[0]!} AND p.name = '吸气压力' ORDER BY d.id LIMIT 1`.execute(db)
  ).rows[0];
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
    {
      name: '展厅恒湿机组维保',
      number: 'K20261120-0001',
      from: -20,
      to: -385,
      cycle: 'quarter',
      team: 0,
      project: 3,
      signs: 2,
    },
    {
      name: '猪场通风机维保',
      number: 'K20260401-0001',
      from: 230,
      to: -135,
      cycle: 'quarter',
      team: 1,
      project: 2,
      signs: 2,
      ended: { daysAgo: 40, reason: '风机整体更换，由设备厂家质保' },
    },
  ] as const;
  for (const [place, { name, number, from, to, cycle, team, project, signs, ...more }] of contracts.entries()) {
    const ended = 'ended' in more ? more.ended : null;
    const projectId = projects[project] ?? projects[0]!;
    const [team_id, team_name] = teamIds[team]!;
    const values = {
      ...{ name, number, party_a: '华东冷链物流', team_id, signing_date: dayOf(nowMs - from * dayMs) },
      ...{ valid_from: dayOf(nowMs - from * dayMs), valid_to: dayOf(nowMs - to * dayMs), cycle, cycle_count: 1 },
      ...{ first_on: dayOf(nowMs - (from - 5) * dayMs), amount_fen: 4_800_000, note: '' },
    };
    const targets = place === 0 ? agreedTargets : [];
    const { id } = await db
      .insertInto('maintenance_contract')
      .values({
        ...{ ...values, targets: JSON.stringify(targets), company_id: companyId, updated_at: at },
        ...(ended && { terminated_at: new Date(nowMs - ended.daysAgo * dayMs), terminate_reason: ended.reason }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('maintenance_contract_project').values({ contract_id: id, project_id: projectId }).execute();
    const templateId = templateIds[place === 0 ? 0 : 1]!;
    await db.insertInto('maintenance_contract_template').values({ contract_id: id, template_id: templateId }).execute();
    const templatesOf = [{ id: templateId, name: '' }];
    const fields = { ...values, targets, team_name, project_ids: [projectId], templates: templatesOf };
    const hash = documentHash(fields);
    let previous = '';
    for (const [i, party] of (['a', 'b'] as const).slice(0, signs).entries()) {
      const signer = signers[party];
      const signedAt = new Date(at.getTime() + i * 3_600_000);
      const statement = statementOf({
        ...{ at: signedAt, hash, party, name: signer.name, userId: signer.user_id, previous },
      });
      const sealed = await sealStatement(db, secretKey, statement, signedAt);
      previous = hashOfStatement(statement);
      await db
        .insertInto('maintenance_signature')
        .values({
          ...{ contract_id: id, party, hash, ...signer, at: signedAt, document: documentText(fields), statement },
          ...{ key_id: sealed.keyId, seal: sealed.signature },
        })
        .execute();
    }
    if (signs < 2) continue;
    // What ended has no visits to come.
    const until = ended ? nowMs - ended.daysAgo * dayMs : Math.min(nowMs + 90 * dayMs, nowMs - to * dayMs);
    for (const [k, day] of nominalDays(values.first_on, cycle, 1, dayOf(until)).entries()) {
      const isPast = day < dayOf(nowMs - 2 * dayMs);
      const isBad = k % 4 === 2;
      const isSkipped = place === 0 && k === 4;
      const order = await db
        .insertInto('maintenance_order')
        .values({
          ...{ contract_id: id, project_id: projectId, k, nominal_on: day, planned_on: day },
          state: !isPast ? 'planned' : isSkipped ? 'skipped' : k % 3 === 1 ? 'done' : 'confirmed',
          bad_count: isPast && isBad && !isSkipped ? 1 : 0,
          reason: isSkipped ? '冷库盘点停用，业主同意顺延至下次' : '',
          assignee_name: isPast ? (rows[0]?.name ?? null) : null,
          assignee_id: isPast ? (rows[0]?.id ?? null) : null,
          done_at: isPast && !isSkipped ? new Date(Date.parse(day) + 8 * 3_600_000) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isPast || isSkipped || place !== 0) continue;
      const doneAt = Date.parse(day) + 8 * 3_600_000;
      const sheet = {
        ...{ template_id: templateId, template_name: demoTemplates[0]!.name, n: 1 },
        ...{ groups: demoTemplates[0]!.groups, answers: demoAnswers(isBad) },
        readings: pressure === undefined ? [] : [pressureRead(pressure, doneAt - 20 * 60_000)],
      };
      await db
        .insertInto('maintenance_sheet')
        .values({
          ...{ order_id: order.id, template_id: sheet.template_id, template_name: sheet.template_name, n: 1 },
          ...{ groups: JSON.stringify(sheet.groups), answers: JSON.stringify(sheet.answers) },
          readings: JSON.stringify(sheet.readings),
        })
        .execute();
      for (const [i, role] of (['engineer', 'store'] as const).entries())
        await db
          .insertInto('work_signature')
          .values({
            ...{ project_id: projectId, order_kind: 'maintenance', order_id: order.id, role },
            ...{ name: (i === 0 ? own : colleague)?.name ?? '', path: demoStrokes(k + i) },
            ...{ sha256: hashOfSheets([sheet as never]), user_id: own?.id ?? null, user_name: own?.name ?? '' },
            at: new Date(doneAt + (5 + i * 4) * 60_000),
          })
          .execute();
    }
    if (place !== 0) continue;
    const days = nominalDays(values.first_on, cycle, 1, dayOf(until));
    const warnedPlanId = await insertPlans(db, {
      ...{ contractId: id, projectId, templateId, at, patrolId: templateIds[2]! },
      firstPatrol: days.find((day) => day > dayOf(nowMs)) ?? dayOf(nowMs),
    });
    await runCycles(db, { companyId, contractId: id, nowMs });
    const engineer = (await peopleByRole(system, db, companyId)).get('Maintenance engineer');
    if (warnedPlanId === null || !engineer) continue;
    const today = dayOf(nowMs);
    const begun = await db
      .insertInto('maintenance_order')
      .values({
        ...{ contract_id: id, project_id: projectId, plan_id: warnedPlanId, plan_key: 'w:0', plan_name: '预警后检查' },
        ...{ nominal_on: today, planned_on: today, state: 'started' },
        ...{ assignee_id: engineer.userId, assignee_name: engineer.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('maintenance_sheet')
      .values({
        ...{ order_id: begun.id, template_id: templateId, template_name: demoTemplates[0]!.name, n: 1 },
        groups: JSON.stringify(demoTemplates[0]!.groups),
        answers: JSON.stringify(demoAnswers(false).slice(0, 2)),
        readings: '[]',
      })
      .execute();
  }
}

/** The further cycle of a contract makes its visits as it does for everybody: on a day of the contract's own cycle they join its visit. */
async function runCycles(
  db: DbOrTransaction,
  { companyId, contractId, nowMs }: { companyId: number; contractId: number; nowMs: number },
): Promise<void> {
  const [planned] = await contractsToPlan({ companyId }, db, contractId);
  if (planned) await planContract({ companyId }, db, planned, nowMs);
}

/**
 * A compressor whose oil is changed by run time, the same machine when a warning is confirmed, and a patrol each half month.
 *
 * @returns the plan of the warnings; null: there is no such machine
 */
async function insertPlans(
  db: DbOrTransaction,
  {
    contractId,
    projectId,
    templateId,
    patrolId,
    firstPatrol,
    at,
  }: { contractId: number; projectId: number; templateId: number; patrolId: number; firstPatrol: string; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ point_id: number; device_id: number }>`
    SELECT p.id AS point_id, dp.device_id FROM point p JOIN device_point dp ON dp.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.name = '1 号压缩机' ORDER BY dp.device_id LIMIT 1`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const plan = { contract_id: contractId, project_id: projectId, device_id: found.device_id, enabled: true };
  const plans = await db
    .insertInto('maintenance_plan')
    .values([
      {
        ...{ ...plan, name: '1 号压缩机换油', kind: 'runtime', template_id: templateId, point_id: found.point_id },
        ...{ step_hours: 4000, counted_from: at, counted_until: at, run_seconds: 3720 * 3600, updated_at: at },
      },
      { ...plan, name: '预警后检查', kind: 'condition', updated_at: at },
      {
        ...{ contract_id: contractId, name: '门封与排水巡检', kind: 'cycle', template_id: patrolId, enabled: true },
        ...{ cycle: 'halfMonth', cycle_count: 1, first_on: firstPatrol, counted_from: at, updated_at: at },
      },
    ])
    .returning(['id', 'kind'])
    .execute();
  return plans.find(({ kind }) => kind === 'condition')?.id ?? null;
}

interface PressurePoint {
  id: number;
  name: string;
  name_en: string | null;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
}

/** What a visit of the past read of the suction pressure. @param at epoch ms */
const pressureRead = (point: PressurePoint, at: number): Reading => ({
  ...{ group: 1, item: 1, line: 0, text: '1.8', reason: null, value: 1.8, unit: 'bar', statistic: 'mean', hours: 24 },
  point: { id: point.id, name: point.name, nameEn: point.name_en },
  device: { id: point.device_id, name: point.device_name, nameEn: point.device_name_en },
  ...{ knownPercent: 99.6, measuredAt: at - 12_000, quality: 'good', readAt: at },
});
