import { commonErrors, type DataScreenRow, type displayCalls, displayErrors, NewDataScreen } from '@watchpost/contract';
import { needInCompany, tenantOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../logs/index.ts';
import { refusingTaken } from '../platform/db/refusingTaken.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { parseChanged } from '../platform/http/validate.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { type DisplayDeps, needProjects, needScreen, needWholeSight, tellLists } from './common.ts';
import { wallsOfScreens } from './displays.store.ts';
import {
  deleteScreens,
  insertScreen,
  lockScreens,
  projectsByName,
  type ScreenValues,
  screensOf,
  setProjects,
  updateScreen,
} from './screens.store.ts';

const nameTaken = { data_screen_company_id_name_key: () => new Refusal(displayErrors.nameTaken) };

const inLog = ({ name, all_projects, stations, station_seconds }: ScreenValues, projects: readonly number[]) => ({
  name,
  allProjects: all_projects,
  screenProjects: all_projects ? [] : projects,
  stations,
  stationSeconds: station_seconds,
});

/** Data screens of a company. */
export function screenHandlers(
  deps: DisplayDeps,
): Pick<Handlers<typeof displayCalls>, 'getDataScreens' | 'addDataScreen' | 'editDataScreen' | 'deleteDataScreen'> {
  const { db, clock } = deps;
  const tell = (write: OneWrite, companyId: number): void => tellLists(deps, write, companyId);

  return {
    async getDataScreens({ caller, language }) {
      const { tenant } = caller;
      const [screens, places] = await Promise.all([
        screensOf(tenant, db),
        projectsByName(tenantOf(caller.userId, caller.grants!, null), db),
      ]);
      const nameOf = new Map(places.map(({ id, name, name_en }) => [id, inLanguage(name, name_en, language)]));
      return {
        ScreenList: screens.map(
          (row): DataScreenRow => ({
            ScreenId: row.id,
            Name: row.name,
            AllProjects: row.all_projects,
            ProjectList: (row.all_projects ? [...nameOf.keys()] : row.project_ids).flatMap((ProjectId) => {
              const ProjectName = nameOf.get(ProjectId);
              return ProjectName === undefined ? [] : [{ ProjectId, ProjectName }];
            }),
            StationList: row.stations,
            StationSeconds: row.station_seconds,
            DisplayCount: row.displays,
          }),
        ),
      };
    },

    addDataScreen: (context, { body }) =>
      inOneWrite(deps, context, (write) =>
        refusingTaken(nameTaken, async () => {
          const { caller } = context;
          const values: ScreenValues = {
            name: body.Name,
            all_projects: body.AllProjects,
            stations: body.StationList,
            station_seconds: body.StationSeconds,
          };
          const projectIds = body.AllProjects ? [] : [...new Set(body.ProjectIdList)];
          if (!values.all_projects && projectIds.length === 0) throw new Refusal(displayErrors.noProjects);
          needProjects(caller, projectIds);
          const { tenant } = caller;
          const id = await insertScreen(tenant, write.transaction, values, new Date(clock.now()));
          await setProjects(tenant, write.transaction, id, projectIds, []);
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'dataScreen', id, name: body.Name },
            after: inLog(values, projectIds),
          });
          tell(write, tenant.companyId);
          return { ScreenId: id };
        }),
      ),

    editDataScreen: (context, { body }) =>
      inOneWrite(deps, context, (write) =>
        refusingTaken(nameTaken, async () => {
          const { caller, language } = context;
          const { tenant } = caller;
          await lockScreens(tenant, write.transaction);
          const before = await needScreen(caller, write, body.ScreenId);
          const { ScreenId: _, ...sent } = body;
          const kept = {
            Name: before.name,
            AllProjects: before.all_projects,
            ProjectIdList: before.project_ids,
            StationList: before.stations,
            StationSeconds: before.station_seconds,
          };
          const whole = parseChanged(NewDataScreen, kept, sent, language);
          const values: ScreenValues = {
            name: whole.Name,
            all_projects: whole.AllProjects,
            stations: whole.StationList,
            station_seconds: whole.StationSeconds,
          };
          if (sent.ProjectIdList) needProjects(caller, sent.ProjectIdList);
          const chosen = values.all_projects ? [] : whole.ProjectIdList;
          const opened = [...(caller.grants?.projects.keys() ?? [])];
          // The list that is sent is of projects that the editor opens: it says nothing about the others.
          const projectIds = sent.ProjectIdList
            ? [
                ...new Set([
                  ...before.project_ids.filter((id) => chosen.includes(id) || !opened.includes(id)),
                  ...chosen,
                ]),
              ]
            : before.project_ids;
          const namesProjects = sent.ProjectIdList !== undefined || sent.AllProjects !== undefined;
          if (namesProjects && !values.all_projects && projectIds.length === 0)
            throw new Refusal(displayErrors.noProjects);
          const showsOthers =
            values.all_projects !== before.all_projects ||
            (!values.all_projects &&
              differing({ shown: before.project_ids }, { shown: projectIds }).shown !== undefined);
          // A screen on walls shows what its editor sees, and nothing besides.
          if (showsOthers && before.displays > 0)
            needWholeSight(caller, { all_projects: values.all_projects, project_ids: projectIds });
          const present = inLog(before, before.project_ids);
          const change = differing(present, inLog(values, projectIds));
          if (Object.keys(change).length === 0) {
            write.unchanged();
            return null;
          }
          await updateScreen(tenant, write.transaction, before.id, values, new Date(clock.now()));
          if (sent.ProjectIdList) await setProjects(tenant, write.transaction, before.id, chosen, opened);
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'dataScreen', id: before.id, name: values.name },
            ...logged(present, change),
          });
          tell(write, tenant.companyId);
          return null;
        }),
      ),

    deleteDataScreen: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        await lockScreens(tenant, write.transaction);
        const ids = [...new Set(body.ScreenIdList)];
        const found = await screensOf(tenant, write.transaction, ids);
        if (found.length < ids.length) throw new Refusal(commonErrors.notFound);
        const walls = await wallsOfScreens(tenant, write.transaction, ids);
        if (walls.length > 0) {
          // Their walls are revoked with them.
          needInCompany(context.caller, ['displaysPair']);
          for (const screen of found) if (screen.displays > 0) needWholeSight(context.caller, screen);
        }
        await deleteScreens(tenant, write.transaction, ids);
        for (const row of found)
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'dataScreen', id: row.id, name: row.name },
            before: inLog(row, row.project_ids),
          });
        for (const wall of walls)
          write.log({
            companyId: tenant.companyId,
            projectId: wall.project_id,
            subject: { kind: 'display', id: wall.id, name: wall.name },
            before: { screenShown: wall.screen_name },
          });
        tell(write, tenant.companyId);
        return null;
      }),
  };
}
