import {
  dayMs,
  type displayCalls,
  displayErrors,
  type Language,
  type WallAlarm,
  wallAlarmsShown,
} from '@watchpost/contract';
import { system, type UserTenant } from '../access/index.ts';
import { sitesWithMeters, sumsOfProjects } from '../energy/index.ts';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { englishOf } from '../translations/index.ts';
import { type DisplayDeps, hashOf } from './common.ts';
import { findWall, noteSeen, setNextToken, type Wall } from './displays.store.ts';
import { screensOf } from './screens.store.ts';
import { projectsOfScreen, urgentIds, type WallAlarmRow, wallAlarms, wallProjects } from './wall.store.ts';

/** A token is worth nothing after so long; a wall that is on gets the next one each week. */
const tokenDays = 400;
const renewAfterMs = 7 * dayMs;
/** How exactly it is known when a wall was on. */
const seenEveryMs = 30_000;
const alarmsOfProject = 8;
const urgentShown = 20;
const energyDays = 7;

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

/** What a wall asks, by its token. */
export function wallHandlers({
  db,
  clock,
  tokens,
  standsOf,
}: DisplayDeps): Pick<Handlers<typeof displayCalls>, 'getWallView' | 'getWallNews'> {
  /** @throws Refusal 401 */
  async function needWall(token: string): Promise<Wall> {
    const wall = await findWall(system, db, hashOf(token), new Date(clock.now() - tokenDays * dayMs));
    if (!wall) throw new Refusal(displayErrors.notPaired);
    return wall;
  }
  const tenantFor = async (wall: Wall): Promise<UserTenant> =>
    tenantOfWall(wall.company_id, await projectsOfScreen({ companyId: wall.company_id }, db, wall.screen_id));

  return {
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
      const stands = await standsOf(tenant, [...served]);
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
      const names = [screen?.name ?? '', wall.name];
      const english = language === 'en' ? await englishOf(db, wall.company_id, names) : {};
      const [ScreenName, DisplayName] = names.map((name) => english[name] ?? name);
      return {
        CompanyName: inLanguage(wall.company_name, wall.company_name_en, language),
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
          BeyondCount: stands.get(row.id)?.beyond ?? 0,
          OfflineCount: stands.get(row.id)?.offline ?? 0,
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
