import type { DemoMember, DemoProject } from '@watchpost/demo';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export async function insertCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: { name: string; nameEn: string; industry: number; isOperator: boolean },
): Promise<number> {
  const row = await db
    .insertInto('company')
    .values({
      name: company.name,
      name_en: company.nameEn,
      industry: company.industry,
      is_operator: company.isOperator,
      flags: JSON.stringify({ enterpriseService: true, dataAnalysis: true, workOrder: true, remoteBoot: true }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A member with a company-wide role and, where given, one in each of their projects. */
export async function insertMember(
  _system: SystemTenant,
  db: DbOrTransaction,
  member: {
    companyId: number;
    userId: number;
    name: string;
    department: string | null;
    companyRoleId: number;
    projectRoleId: number | null;
    projectIds: readonly number[];
  },
): Promise<void> {
  const { companyId, userId, name, department, companyRoleId, projectRoleId, projectIds } = member;
  await db
    .insertInto('membership')
    .values({ company_id: companyId, user_id: userId, real_name: name, department })
    .execute();
  await db
    .insertInto('role_entry')
    .values({ user_id: userId, role_id: companyRoleId, company_id: companyId, project_id: -1 })
    .execute();
  if (projectRoleId !== null && projectIds.length > 0) {
    await db
      .insertInto('role_entry')
      .values(
        projectIds.map((id) => ({ user_id: userId, role_id: projectRoleId, company_id: companyId, project_id: id })),
      )
      .execute();
  }
}

export async function insertScope(
  _system: SystemTenant,
  db: DbOrTransaction,
  scope: {
    userId: number;
    projectId: number;
    deviceIds: readonly number[] | null;
    canWrite: boolean;
    alarmLevels: readonly number[];
  },
): Promise<void> {
  await db
    .insertInto('member_scope')
    .values({
      user_id: scope.userId,
      project_id: scope.projectId,
      devices: scope.deviceIds === null ? 'all' : 'listed',
      alarm_levels: [...scope.alarmLevels],
    })
    .execute();
  if (scope.deviceIds?.length) {
    await db
      .insertInto('member_device')
      .values(
        scope.deviceIds.map((id) => ({
          user_id: scope.userId,
          project_id: scope.projectId,
          device_id: id,
          can_write: scope.canWrite,
        })),
      )
      .execute();
  }
}

export async function describeUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  member: DemoMember,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ mobile: member.mobile, email: member.email, department: member.department })
    .where('id', '=', userId)
    .execute();
}

export async function insertSubarea(
  _system: SystemTenant,
  db: DbOrTransaction,
  subarea: {
    companyId: number;
    parentId: number | null;
    kind: 'partition' | 'project' | 'area';
    name: string;
    nameEn: string;
    position: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('subarea')
    .values({
      company_id: subarea.companyId,
      parent_id: subarea.parentId,
      kind: subarea.kind,
      name: subarea.name,
      name_en: subarea.nameEn,
      position: subarea.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertProject(
  _system: SystemTenant,
  db: DbOrTransaction,
  project: { id: number; companyId: number; facts: DemoProject; serviceStart: string; serviceEnd: string },
): Promise<void> {
  const { id, companyId, facts, serviceStart, serviceEnd } = project;
  await db
    .insertInto('project')
    .values({
      id,
      company_id: companyId,
      code: facts.number,
      industry: facts.industry,
      address: facts.address,
      latitude: facts.latitude,
      longitude: facts.longitude,
      time_zone: facts.timeZone,
      service_start: serviceStart,
      service_end: serviceEnd,
    })
    .execute();
}
