import { commonErrors, type explainCalls, peopleErrors } from '@watchpost/contract';
import { companyIsOperator, needGrants, needInCompany, system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { findProjectFacts, isServed } from '../../projects/index.ts';
import { companyWide } from '../mayGive.ts';
import { entriesOf } from '../members/entries.store.ts';
import { limitsIn } from '../members/limit.store.ts';
import { presentEntry } from '../members/present.ts';
import { findMembers, projectNames } from '../members/store.ts';
import { explainRight } from './explainRight.ts';
import { presentSeenProject } from './present.ts';
import { deviceName, pageProjectsOf, rolesThere } from './store.ts';

export const explainHandlers = ({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof explainCalls> => ({
  async getUserView({ caller, language }, { query }) {
    const grants = needGrants(caller);
    needInCompany(caller, ['permissionsView', 'permissionsEdit']);
    const { userId } = query;
    const [member] = await findMembers(grants, db, [userId]);
    if (!member) throw new Refusal(peopleErrors.notAMember);
    const entries = await entriesOf(grants, db, [userId], { which: { inProjects: [] }, perMember: 0 });
    const there = await rolesThere(grants, db, userId, null);
    const { rows, count } = await pageProjectsOf(
      grants,
      db,
      { userId, text: query.projectName, seenBy: caller.tenant },
      { limit: query.pageSize, offset: (query.pageIndex - 1) * query.pageSize },
    );
    const { rows: ofAll, count: all } =
      query.projectName === undefined
        ? { rows, count }
        : await pageProjectsOf(grants, db, { userId, text: undefined, seenBy: caller.tenant }, { limit: 1, offset: 0 });
    return {
      UserId: userId,
      RealName: member.name,
      ActiveStatus: member.active,
      RoleList: entries
        .filter(({ project_id }) => project_id === companyWide)
        .map((entry) => presentEntry(entry, language)),
      FuncS: [...new Set(there.flatMap(({ permission_ids }) => permission_ids))].sort((a, b) => a - b),
      PlacesToShow: all > 1 || ofAll.some(({ has_position }) => has_position),
      Projects: { Data: rows.map((row) => presentSeenProject(row, language)), TotalCount: count },
    };
  },

  async getUserWhy({ caller, language }, { query }) {
    const grants = needGrants(caller);
    needInCompany(caller, ['permissionsView', 'permissionsEdit']);
    const { userId, projectId = null, modelTreeId: deviceId } = query;
    const [member] = await findMembers(grants, db, [userId]);
    if (!member) throw new Refusal(peopleErrors.notAMember);
    const place = projectId === null ? undefined : (await projectNames(grants, db, [projectId])).get(projectId);
    const facts = projectId === null ? undefined : await findProjectFacts(system, db, projectId);
    const { listedProjectIds, listedDeviceIds } = caller.tenant;
    const isHidden = (id: number) =>
      projectId !== null && listedProjectIds.includes(projectId) && !listedDeviceIds.includes(id);
    if (deviceId !== undefined && isHidden(deviceId)) throw new Refusal(commonErrors.notFound);
    const device =
      projectId === null || deviceId === undefined ? null : await deviceName(grants, db, projectId, deviceId);
    if ((projectId !== null && (!place || !facts)) || device === undefined) throw new Refusal(commonErrors.notFound);
    const limit = projectId === null ? undefined : (await limitsIn(grants, db, projectId, [userId])).get(userId);
    const roles = await rolesThere(grants, db, userId, projectId);

    const { allowed, reasons } = explainRight({
      isActive: member.active,
      roles: roles.map((role) => ({
        name: inBoth(role.name, role.name_en),
        projectId: role.project_id,
        permissionIds: role.permission_ids,
        halfSelectedIds: role.half_selected_ids,
      })),
      asked: query.funcIdS,
      isOperator: await companyIsOperator(grants, db),
      project:
        place && facts ? { name: inBoth(place.name, place.nameEn), isServed: isServed(facts, clock.now()) } : null,
      limit: limit ?? null,
      listedInSight:
        projectId !== null && listedProjectIds.includes(projectId)
          ? (limit?.listed.filter((one) => !isHidden(one.deviceId)).length ?? null)
          : null,
      device:
        device === null || deviceId === undefined ? null : { id: deviceId, name: inBoth(device.name, device.name_en) },
      alarmLevel: query.alarmLevel ?? null,
      ofScreen: query.screen,
    });
    return {
      Allowed: allowed,
      Reasons: reasons.map(({ step, passed, text }) => ({ Step: step, Passed: passed, Text: text[language] })),
    };
  },
});
