import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Bilingual, staleAfterMs } from '@watchpost/contract';
import type { Log } from '../../platform/log/log.ts';
import { type CalendarRow, dayKindsOf } from '../../projects/index.ts';
import {
  type AlarmRule,
  type Calendar,
  type PointReference,
  pointIdsOf,
  type Subject,
  stateKey,
} from '../engine/index.ts';
import { fitsSubject } from '../ruleDefinition.ts';
import type { SourceRow, WatchedPointRow, WatchedRuleRow } from './evaluatorRows.ts';
import { createPointFinder } from './pointFinder.ts';
import { type RuleCache, type RunningRule, rowsAtOnce, runningRule } from './ruleCache.ts';

/** What an occurrence takes down about where it happened; names as they are now. */
export interface Place {
  readonly companyId: number;
  readonly projectId: number;
  readonly pointId: number | null;
  readonly deviceId: number | null;
  /** All devices it serves, `deviceId` among them. */
  readonly deviceIds: readonly number[];
  readonly areaId: number | null;
  readonly subjectName: string;
  readonly subjectNameEn: string | null;
  readonly deviceName: string;
  readonly deviceNameEn: string | null;
  readonly areaName: string | null;
  readonly areaNameEn: string | null;
  readonly unit: string;
  readonly decimals: number;
  readonly statusValues: readonly ({ readonly value: number } & Bilingual)[];
}

export interface WatchedRule {
  readonly rule: AlarmRule;
  readonly hash: string;
  readonly strategyId: number;
  /** Null: told once. */
  readonly repeatMinutes: number | null;
  readonly notifyOnClear: boolean;
}

export interface WatchedSubject {
  readonly subject: Subject;
  readonly rules: readonly WatchedRule[];
  readonly place: Place;
  /** Null for a gateway. */
  readonly gatewayId: number | null;
  /** Points behind a Modbus slave only. */
  readonly slaveId: number | null;
  readonly maxGapSeconds: number;
  /** Null for gateways and slaves, whose rules know no hours. */
  readonly calendar: Calendar | null;
  /** Its clocks and days as text. */
  readonly calendarKey: string;
}

/** Whether the engine is to watch a subject as it did before: otherwise it has to be told. */
export const isSameWatch = (before: WatchedSubject | undefined, now: WatchedSubject): boolean =>
  before !== undefined &&
  before.gatewayId === now.gatewayId &&
  before.maxGapSeconds === now.maxGapSeconds &&
  before.calendarKey === now.calendarKey &&
  before.rules.length === now.rules.length &&
  now.rules.every(({ rule, hash }, i) => before.rules[i]!.rule.id === rule.id && before.rules[i]!.hash === hash);

/** Everything that is watched, by `type:id`, and its rules by state key. */
export interface WatchList {
  readonly subjects: ReadonlyMap<string, WatchedSubject>;
  readonly rules: ReadonlyMap<string, WatchedRule>;
  /** Of which rules a point they look at is not there, by state key: they run without it, or not at all. */
  readonly incomplete: ReadonlySet<string>;
  /** The points that hang on no gateway, or on several; how long a value of each speaks for the time after it, ms. */
  readonly ownPoints: ReadonlyMap<number, number>;
  /**
   * When the rules of points changed, epoch ms, also of points that have none left: what was measured before is held against the
   * former rules.
   */
  readonly changed: ReadonlyMap<number, number>;
  /** When these changes were read, epoch ms; null: not yet. */
  readonly changesReadAt: number | null;
  /** The gateways and slaves among the subjects. */
  readonly sources: readonly Source[];
}

export type Source = Subject & { readonly type: 'gateway' | 'slave' };

export const emptyWatchList: WatchList = {
  subjects: new Map(),
  rules: new Map(),
  incomplete: new Set(),
  ownPoints: new Map(),
  changed: new Map(),
  changesReadAt: null,
  sources: [],
};

export const subjectKey = (subject: Subject): string => `${subject.type}:${subject.id}`;

/** In the place of a gateway for points that hang on none: the server itself, which is always there. No gateway has this id. */
export const ownSource = 0;

/** MQTT status points report when they change; nobody expects them sooner than within the hour. */
const trustOfChangesSeconds = 3600;

type Sampled = Pick<WatchedPointRow, 'value_type' | 'protocol' | 'sampling_interval_seconds'>;

/** Whether a point speaks up when its value changes rather than all the time. */
const reportsChanges = ({ value_type, protocol }: Pick<Sampled, 'value_type' | 'protocol'>): boolean =>
  value_type === 'status' && protocol === 'MQTT';

/** For how long a value speaks for the time after it. */
export function maxGapSecondsOf(row: Sampled): number {
  const stale = staleAfterMs(row.sampling_interval_seconds * 1000) / 1000;
  return reportsChanges(row) ? Math.max(trustOfChangesSeconds, stale) : stale;
}

/**
 * Puts rules and what they watch together, in slices: the list is that of all companies. A rule the engine cannot run is left out
 * and logged; what was missing in the list before is not logged again.
 */
export async function watchListOf(
  rows: {
    rules: readonly WatchedRuleRow[];
    points: readonly WatchedPointRow[];
    sources: readonly SourceRow[];
    calendar: readonly CalendarRow[];
    changed: WatchList['changed'];
  },
  ruleCache: Pick<RuleCache, 'rule'>,
  log: Log,
  before: Pick<WatchList, 'incomplete'> = emptyWatchList,
): Promise<WatchList> {
  let taken = 0;
  let finder: ReturnType<typeof createPointFinder> | null = null;
  const find = (pointId: number, reference: PointReference) => {
    finder ??= createPointFinder(rows.points);
    return finder.find(pointId, reference);
  };
  const calendars = calendarsOf(rows.calendar);
  /** Points that rules look at or judged lately, whether they have rules of their own or not. */
  const lookedAt = new Set<number>(rows.changed.keys());
  const rulesBySubject = new Map<string, WatchedRule[]>();
  const byKey = new Map<string, WatchedRule>();
  const incomplete = new Set<string>();
  /** One object for all that a rule watches as it stands. */
  const watchedOf = new Map<RunningRule, WatchedRule>();
  for (const row of rows.rules) {
    if (++taken % rowsAtOnce === 0) await nextTurn();
    const subject: Subject = { type: row.subject_kind, id: row.subject_id };
    const written = ruleCache.rule(row.rule_id, row.definition);
    const running = runningRule(written, (reference) => find(subject.id, reference));
    if (running === null || !fitsSubject(written.said!, subject)) {
      log.error({ ruleId: row.rule_id, subject }, 'An alarm rule cannot be run and is left out');
      continue;
    }
    const { rule, hash } = running;
    const key = stateKey(row.rule_id, subject);
    if (running.isIncomplete) incomplete.add(key);
    // Ordinary enough: one device of fifty has no such point, or it was deleted.
    if (rule === null) {
      if (!before.incomplete.has(key))
        log.warn({ ruleId: row.rule_id, subject }, 'What an alarm rule is held against is not there; it is left out');
      continue;
    }
    for (const pointId of pointIdsOf(rule)) lookedAt.add(pointId);
    const watched = watchedOf.get(running) ?? {
      rule,
      hash,
      strategyId: row.strategy_id,
      repeatMinutes: row.repeat_minutes,
      notifyOnClear: row.notify_on_clear,
    };
    watchedOf.set(running, watched);
    const name = subjectKey(subject);
    const others = rulesBySubject.get(name);
    if (others) others.push(watched);
    else rulesBySubject.set(name, [watched]);
  }

  const subjects = new Map<string, WatchedSubject>();
  const add = (watched: Omit<WatchedSubject, 'rules'>) => {
    const name = subjectKey(watched.subject);
    const rules = rulesBySubject.get(name) ?? [];
    if (rules.length === 0 && !(watched.subject.type === 'point' && lookedAt.has(watched.subject.id))) return;
    for (const rule of rules) byKey.set(stateKey(rule.rule.id, watched.subject), rule);
    subjects.set(name, { ...watched, rules });
  };
  for (const row of rows.points) {
    if (++taken % rowsAtOnce === 0) await nextTurn();
    add({
      subject: { type: 'point', id: row.id },
      gatewayId: row.gateway_id ?? ownSource,
      slaveId: row.slave_id,
      ...calendars.of(row),
      maxGapSeconds: maxGapSecondsOf(row),
      place: {
        companyId: row.company_id,
        projectId: row.project_id,
        pointId: row.id,
        deviceId: row.device_id,
        deviceIds: row.device_ids,
        areaId: row.area_id,
        subjectName: row.name,
        subjectNameEn: row.name_en,
        deviceName: row.device_name ?? '',
        deviceNameEn: row.device_name_en,
        areaName: row.area_name,
        areaNameEn: row.area_name_en,
        unit: row.unit,
        decimals: row.decimals,
        statusValues: row.status_values,
      },
    });
  }
  for (const row of rows.sources) {
    add({
      subject: { type: row.kind, id: row.id },
      gatewayId: row.kind === 'slave' ? row.gateway_id : null,
      slaveId: null,
      calendar: null,
      calendarKey: '',
      maxGapSeconds: 0,
      place: {
        companyId: row.company_id,
        projectId: row.project_id,
        pointId: null,
        deviceId: null,
        deviceIds: [],
        areaId: null,
        subjectName: row.name,
        subjectNameEn: row.name_en,
        deviceName: '',
        deviceNameEn: null,
        areaName: null,
        areaNameEn: null,
        unit: '',
        decimals: 0,
        statusValues: [],
      },
    });
  }
  const sources = rows.sources
    .map(({ kind, id }): Source => ({ type: kind, id }))
    .filter((source) => subjects.has(subjectKey(source)));
  const ownPoints = new Map(
    [...subjects.values()].flatMap(({ subject, gatewayId, maxGapSeconds }) =>
      subject.type === 'point' && gatewayId === ownSource ? [[subject.id, maxGapSeconds * 1000] as const] : [],
    ),
  );
  return { subjects, rules: byKey, incomplete, ownPoints, changed: rows.changed, changesReadAt: null, sources };
}

/** One object for all with the same clocks and days: tens of thousands of points share it. */
function calendarsOf(rows: readonly CalendarRow[]) {
  const daysOf = new Map(rows.map(({ project_id, days }) => [project_id, days]));
  type Keyed = Pick<WatchedSubject, 'calendarKey'> & { readonly calendar: Calendar };
  const ofProject = new Map<number, Keyed>();
  const calendars = new Map<string, Keyed>();
  return {
    of({ project_id, time_zone }: WatchedPointRow): Keyed {
      const known = ofProject.get(project_id);
      if (known !== undefined) return known;
      const days = daysOf.get(project_id) ?? '';
      const calendarKey = `${time_zone} ${days}`;
      const shared = calendars.get(calendarKey) ?? {
        calendarKey,
        calendar: { timeZone: time_zone, dayKinds: dayKindsOf(days) },
      };
      calendars.set(calendarKey, shared);
      ofProject.set(project_id, shared);
      return shared;
    },
  };
}
