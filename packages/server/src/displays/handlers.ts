import { createHash, randomBytes } from 'node:crypto';
import {
  type AllCalls,
  commonErrors,
  type DataScreenRow,
  type DisplayRow,
  darkAfterMs,
  type displayCalls,
  displayErrors,
  type Language,
  NewDataScreen,
  type ParsedInput,
  type WallAlarm,
  wallAlarmsShown,
} from '@watchpost/contract';
import { type Caller, needInCompany, seesAllProjects, system, tenantOf, type UserTenant } from '../access/index.ts';
import { sitesWithMeters, sumsOfProjects } from '../energy/index.ts';
import type { EventBus } from '../events.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { refusingTaken } from '../platform/db/refusingTaken.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { parseChanged } from '../platform/http/validate.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { randomCode } from '../platform/randomCode.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { englishOf } from '../translations/index.ts';
import {
  confirmPairing,
  type DisplayListRow,
  displaysOf,
  findPairing,
  findWall,
  insertDisplay,
  insertPairing,
  lockPairing,
  noteSeen,
  revokeDisplays,
  setFirstToken,
  setNextToken,
  updateDisplay,
  type Wall,
  wallsOfScreens,
} from './displays.store.ts';
import {
  deleteScreens,
  insertScreen,
  lockScreens,
  projectsByName,
  type ScreenRow,
  type ScreenValues,
  screensOf,
  setProjects,
  updateScreen,
} from './screens.store.ts';
import { projectsOfScreen, urgentIds, type WallAlarmRow, wallAlarms, wallProjects } from './wall.store.ts';

export interface DisplayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  /** Hashes what could be found by trying: worthless without the secret of this installation. */
  readonly tokens: { keyedHash(text: string): Buffer };
}

const dayMs = 86_400_000;
/** How long a code is shown. */
const pairingMs = 10 * 60_000;
/** How long a wall may take to notice that somebody confirmed its code. */
const takenWithinMs = 5 * 60_000;
/** A token is worth nothing after so long; a wall that is on gets the next one each week. */
const tokenDays = 400;
const renewAfterMs = 7 * dayMs;
/** How exactly it is known when a wall was on. */
const seenEveryMs = 30_000;
const alarmsOfProject = 8;
const urgentShown = 20;
const energyDays = 7;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** What is hashed of a code. */
const codeText = (code: string): string => `pairing:${code}`;
const everyLevel = [1, 2, 3, 4];

/** What a wall may read: everything of the projects of its screen, and nothing that is of a person. */
const tenantOfWall = (companyId: number, projectIds: readonly number[]): UserTenant => ({
  kind: 'user',
  userId: 0,
  companyId,
  projectIds,
  listedProjectIds: [],
  listedDeviceIds: [],
  hiddenAlarmLevels: [],
});

/** A wall shows every device and alarm of its projects: who sets it up must see them all. */
function needWholeSight(caller: Caller, screen: { all_projects: boolean; project_ids: readonly number[] }): void {
  const { grants } = caller;
  const limits = (projectId: number) =>
    grants?.scopes.some(
      (scope) =>
        scope.projectId === projectId &&
        (scope.devices === 'listed' || everyLevel.some((level) => !scope.alarmLevels.includes(level))),
    ) ?? true;
  const opens = (projectId: number) => grants?.projects.has(projectId) && !limits(projectId);
  const mayShow = screen.all_projects
    ? grants !== null && seesAllProjects(grants.permissions) && [...grants.projects.keys()].every(opens)
    : screen.project_ids.every(opens);
  if (!mayShow) throw new Refusal(displayErrors.seesTooLittle);
}

const nameTaken = { data_screen_company_id_name_key: () => new Refusal(displayErrors.nameTaken) };

const inLog = ({ name, all_projects, stations, station_seconds }: ScreenValues, projects: readonly number[]) => ({
  name,
  allProjects: all_projects,
  screenProjects: all_projects ? [] : projects,
  stations,
  stationSeconds: station_seconds,
});

type DisplayBody = Omit<ParsedInput<AllCalls['pairDisplay']>['body'], 'Code'>;
const displayInLog = (body: DisplayBody, screenName: string) => ({
  name: body.Name,
  screenShown: screenName,
  displayPlace: body.ProjectId,
  displayLanguage: body.Language,
  displaySound: body.Sound,
  displayHours: `${body.FromHour}:00–${body.UntilHour}:00`,
});
const valuesOfDisplay = (body: DisplayBody) => ({
  data_screen_id: body.ScreenId,
  project_id: body.ProjectId,
  name: body.Name,
  language: body.Language,
  sound: body.Sound,
  from_hour: body.FromHour,
  until_hour: body.UntilHour,
});

function stateOf(row: DisplayListRow, now: number): DisplayRow['State'] {
  if (row.revoked_at) return 'revoked';
  if (row.is_dark) return 'dark';
  return row.last_seen_at.getTime() < now - darkAfterMs ? 'off' : 'on';
}

const presentAlarm = (row: WallAlarmRow, language: Language): WallAlarm => ({
  AlarmId: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  DeviceName:
    inLanguage(row.device_name, row.device_name_en, language) ||
    inLanguage(row.subject_name, row.subject_name_en, language),
  Sentence: language === 'zh' ? row.sentence_zh : row.sentence_en,
  Level: row.severity,
  RaisedEpoch: row.raised_at.getTime(),
  Acknowledged: row.acknowledged,
});

/** Data screens, walls, and what walls ask. */
export function displayHandlers(deps: DisplayDeps): Handlers<typeof displayCalls> {
  const { db, clock, events, tokens } = deps;

  const needScreen = async (caller: Caller, { transaction }: OneWrite, id: number): Promise<ScreenRow> => {
    const [screen] = await screensOf(caller.tenant, transaction, [id]);
    if (!screen) throw new Refusal(commonErrors.notFound);
    return screen;
  };

  /** @throws Refusal 404 for a project that the caller may not open */
  const needProjects = (caller: Caller, ids: readonly number[]): void => {
    if (ids.some((id) => !caller.grants?.projects.has(id))) throw new Refusal(commonErrors.notFound);
  };

  const tell = ({ afterCommit }: OneWrite, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['dataScreen'] }));

  /** @throws Refusal 401 */
  async function needWall(token: string): Promise<Wall> {
    const wall = await findWall(system, db, hashOf(token), new Date(clock.now() - tokenDays * dayMs));
    if (!wall) throw new Refusal(displayErrors.notPaired);
    return wall;
  }
  const tenantFor = async (wall: Wall): Promise<UserTenant> =>
    tenantOfWall(wall.company_id, await projectsOfScreen({ companyId: wall.company_id }, db, wall.screen_id));

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

    async getDisplays({ caller, language }) {
      const now = clock.now();
      const rows = await displaysOf(caller.tenant, db, new Date(now));
      return {
        DisplayList: rows.map(
          (row): DisplayRow => ({
            DisplayId: row.id,
            Name: row.name,
            ScreenId: row.screen_id,
            ScreenName: row.screen_name,
            ProjectId: row.project_id,
            ProjectName: inLanguage(row.project_name, row.project_name_en, language),
            Language: row.language,
            Sound: row.sound,
            FromHour: row.from_hour,
            UntilHour: row.until_hour,
            State: stateOf(row, now),
            LastSeenEpoch: row.last_seen_at.getTime(),
            PairedByName: row.paired_name,
            PairedEpoch: row.paired_at.getTime(),
          }),
        ),
      };
    },

    pairDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const at = new Date(clock.now());
        needProjects(caller, [body.ProjectId]);
        if (body.FromHour >= body.UntilHour) throw new Refusal(displayErrors.hoursReversed);
        await lockScreens(tenant, transaction);
        const screen = await needScreen(caller, write, body.ScreenId);
        needWholeSight(caller, screen);
        const pairing = await lockPairing(tenant, transaction, tokens.keyedHash(codeText(body.Code)), at);
        if (!pairing) throw new Refusal(displayErrors.wrongCode);
        const { Code: _, ...display } = body;
        const id = await insertDisplay(
          tenant,
          transaction,
          // The wall gets its token when it asks; until then nobody holds one.
          {
            ...valuesOfDisplay(display),
            token_hash: hashOf(randomBytes(32).toString('base64url')),
            paired_by: caller.userId,
          },
          at,
        );
        await confirmPairing(tenant, transaction, pairing.secret_hash, id, new Date(at.getTime() + takenWithinMs));
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'display', id, name: body.Name },
          after: displayInLog(display, screen.name),
        });
        tell(write, tenant.companyId);
        return { DisplayId: id };
      }),

    editDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        await lockScreens(tenant, transaction);
        const [row] = await displaysOf(tenant, transaction, new Date(clock.now()), [body.DisplayId]);
        if (!row || row.revoked_at) throw new Refusal(commonErrors.notFound);
        const present: DisplayBody = {
          Name: row.name,
          ScreenId: row.screen_id,
          ProjectId: row.project_id,
          Language: row.language,
          Sound: row.sound,
          FromHour: row.from_hour,
          UntilHour: row.until_hour,
        };
        const { DisplayId: _, ...sent } = body;
        const whole: DisplayBody = {
          ...present,
          ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
        };
        needProjects(caller, [whole.ProjectId]);
        if (whole.FromHour >= whole.UntilHour) throw new Refusal(displayErrors.hoursReversed);
        const screen = await needScreen(caller, write, whole.ScreenId);
        if (whole.ScreenId !== row.screen_id) needWholeSight(caller, screen);
        const before = displayInLog(present, row.screen_name);
        const change = differing(before, displayInLog(whole, screen.name));
        if (Object.keys(change).length === 0) {
          write.unchanged();
          return null;
        }
        await updateDisplay(tenant, transaction, row.id, valuesOfDisplay(whole));
        write.log({
          companyId: tenant.companyId,
          projectId: whole.ProjectId,
          subject: { kind: 'display', id: row.id, name: whole.Name },
          ...logged(before, change),
        });
        tell(write, tenant.companyId);
        return null;
      }),

    revokeDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const ids = [...new Set(body.DisplayIdList)];
        await lockScreens(tenant, write.transaction);
        const rows = await displaysOf(tenant, write.transaction, new Date(clock.now()), ids);
        if (rows.length < ids.length) throw new Refusal(commonErrors.notFound);
        const live = rows.filter(({ revoked_at }) => revoked_at === null);
        if (live.length === 0) {
          write.unchanged();
          return null;
        }
        await revokeDisplays(tenant, write.transaction, ids, new Date(clock.now()));
        for (const row of live)
          write.log({
            companyId: tenant.companyId,
            projectId: row.project_id,
            subject: { kind: 'display', id: row.id, name: row.name },
            before: { screenShown: row.screen_name },
          });
        tell(write, tenant.companyId);
        return null;
      }),

    async beginPairing() {
      const at = new Date(clock.now());
      const expires = new Date(at.getTime() + pairingMs);
      const code = randomCode(8);
      const secret = randomBytes(32).toString('base64url');
      await insertPairing(
        system,
        db,
        { secret_hash: hashOf(secret), code_hash: tokens.keyedHash(codeText(code)), expires_at: expires },
        at,
      );
      return { Code: code, Secret: secret, ExpiresEpoch: expires.getTime() };
    },

    async takePairing(_context, { body }) {
      const pairing = await findPairing(system, db, hashOf(body.Secret), new Date(clock.now()));
      if (!pairing) throw new Refusal(displayErrors.pairingOver);
      if (pairing.display_id === null) return { Token: null };
      // Asked twice, as after a lost answer, it is the same token: only who knows the secret can make it.
      const token = tokens.keyedHash(`wall:${pairing.display_id}:${body.Secret}`).toString('base64url');
      await setFirstToken(system, db, pairing.display_id, hashOf(token));
      return { Token: token };
    },

    async getWallView(_context, { body }) {
      const wall = await needWall(body.Token);
      const { language } = wall;
      const tenant = await tenantFor(wall);
      const now = new Date(clock.now());
      const today = localOfEpoch(now.getTime(), wall.time_zone).slice(0, 10);
      const [[screen], projects, alarms, metered] = await Promise.all([
        screensOf(tenant, db, [wall.screen_id]),
        wallProjects(tenant, db, now),
        wallAlarms(tenant, db, now, { urgent: false, limit: wallAlarmsShown, ofEach: alarmsOfProject }),
        sitesWithMeters(tenant, db, undefined),
      ]);
      const served = new Set(projects.filter((row) => row.served).map(({ id }) => id));
      const sites = metered.filter(({ id }) => served.has(id));
      const sums = await sumsOfProjects(
        tenant,
        db,
        sites.map(({ id }) => id),
        { from: dayAfter(today, 1 - energyDays), to: today },
        'day',
      );
      const energy = new Map<number, number>();
      for (const { id, wh } of sums) energy.set(id, (energy.get(id) ?? 0) + wh.reduce((all, each) => all + each, 0));
      const names = [wall.company_name, screen?.name ?? '', wall.name];
      const english = language === 'en' ? await englishOf(db, wall.company_id, names) : {};
      const [CompanyName, ScreenName, DisplayName] = names.map((name) => english[name] ?? name);
      return {
        CompanyName: CompanyName!,
        ScreenName: ScreenName!,
        DisplayName: DisplayName!,
        Language: language,
        TimeZone: wall.time_zone,
        Sound: wall.sound,
        FromHour: wall.from_hour,
        UntilHour: wall.until_hour,
        StationList: screen?.stations ?? ['overview'],
        StationSeconds: screen?.station_seconds ?? 20,
        ProjectList: projects.map((row) => ({
          ProjectId: row.id,
          ProjectName: inLanguage(row.name, row.name_en, language),
          Latitude: row.latitude,
          Longitude: row.longitude,
          Served: row.served,
          // A project whose service has ended shows nothing of now.
          AlarmCount: row.served ? row.alarms : 0,
          AlarmLevel: row.served ? row.level : null,
          UrgentUnacknowledged: row.served ? row.urgent : 0,
          SoonestLimitEpoch: row.served ? (row.soonest?.getTime() ?? null) : null,
          SilentGateways: row.served ? row.silent : 0,
          Gateways: row.gateways,
        })),
        AlarmList: alarms.map((row) => presentAlarm(row, language)),
        AlarmTotal: projects.reduce((all, row) => all + (row.served ? row.alarms : 0), 0),
        EnergyList: sites
          .map(({ id, name, name_en }) => ({
            ProjectId: id,
            ProjectName: inLanguage(name, name_en, language),
            Wh: energy.get(id) ?? 0,
          }))
          .filter(({ Wh }) => Wh > 0)
          .sort((a, b) => b.Wh - a.Wh),
        AsOfEpoch: now.getTime(),
      };
    },

    async getWallNews(_context, { body }) {
      const wall = await needWall(body.Token);
      const now = clock.now();
      if (wall.is_next || wall.last_seen_at.getTime() < now - seenEveryMs)
        await noteSeen(system, db, wall.id, new Date(now), wall.is_next);
      let next: string | null = null;
      if (!wall.is_next && wall.token_from.getTime() < now - renewAfterMs) {
        // The same for the same present token: an answer that was lost is given again.
        next = tokens.keyedHash(`next:${wall.id}:${body.Token}`).toString('base64url');
        await setNextToken(system, db, wall.id, hashOf(next));
      }
      const tenant = await tenantFor(wall);
      const urgent = await wallAlarms(tenant, db, new Date(now), { urgent: true, limit: urgentShown, ofEach: 0 });
      const ids = urgent.length < urgentShown ? urgent.map(({ id }) => id) : await urgentIds(tenant, db, new Date(now));
      return {
        UrgentList: urgent.map((row) => presentAlarm(row, wall.language)),
        UrgentIdList: ids,
        NewToken: next,
        NowEpoch: now,
      };
    },
  };
}
