import { likeWithinKelvin, minPeerDevices, mutedDaysAfterFalse, type WarningKind } from '@watchpost/contract';
import type { Pool } from 'pg';
import { system } from '../access/index.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import type { PointLimits } from '../points/index.ts';
import { beginOf, endOf } from './calendarDay.ts';
import { type Deviation, deviations, drifts, endsBelow, type Usual } from './deviation.ts';
import { type Figure, known } from './figureKinds.ts';
import { type ComparedFigure, companiesWithFigures, figuresOfCompany, markDays } from './figures.store.ts';
import { forecastFacts } from './forecastFacts.ts';
import { limitAhead } from './timeToLimit.ts';
import { warningKey } from './warningKey.ts';
import {
  endWarnings,
  type Leniency,
  lockOpen,
  type OpenWarning,
  readLeniency,
  type WarningFacts,
  writeWarnings,
} from './warnings.store.ts';
import { driftWorth, worthOf } from './warningWorth.ts';

/** What is found in figures by day. */
const dailyKinds = ['dutyCycle', 'pullDown', 'defrostLength', 'defrostCount', 'drift', 'limitAhead'] as const;

const important = 2;
const general = 3;
/** So many times more than is worth a word is not only a word. */
const importantStrength = 2;

/** A warning of which nothing can be said, because its device is away, is held for so long. */
const heldDays = 14;

/** Found: begins, or goes on. Weak: too little to begin with, enough to go on. Neither of them: over. */
interface Finding {
  readonly facts: WarningFacts;
  readonly isWeak: boolean;
}

interface Look {
  readonly day: number;
  /** When it is over everywhere. */
  readonly at: number;
  readonly zoneOf: (deviceId: number) => string;
  readonly open: ReadonlyMap<string, OpenWarning>;
  leniencyOf(deviceId: number, pointId: number, kind: WarningKind): Leniency;
  limitsOf(pointId: number): PointLimits | null;
}

function findingOf(look: Look, figure: Figure, kind: WarningKind, deviation: Deviation): Finding | null {
  const { factor, mutedUntil } = look.leniencyOf(figure.deviceId, figure.pointId, kind);
  if (mutedUntil > look.at) return null;
  const timeZone = look.zoneOf(figure.deviceId);
  const strength = deviation.strength / factor;
  if (strength < endsBelow) return null;
  return {
    isWeak: strength < 1,
    facts: {
      deviceId: figure.deviceId,
      pointId: figure.pointId,
      kind,
      severity: strength >= importantStrength ? important : general,
      value: deviation.value,
      likeValue: deviation.likeValue,
      likePast: deviation.likePast,
      likeCount: deviation.likeCount,
      likeIds: deviation.likeIds,
      pastValue: deviation.pastValue,
      limit: null,
      expectedAt: null,
      soonest: null,
      latest: null,
      evidenceFrom: beginOf(deviation.firstDay, timeZone),
      evidenceTo: endOf(deviation.lastDay, timeZone),
    },
  };
}

/** Splits like figures where the next colder device is much colder. Those of which no temperature is known stay together. */
function byTemperature(alike: readonly ComparedFigure[], levels: ReadonlyMap<number, number>): ComparedFigure[][] {
  const groups: ComparedFigure[][] = [alike.filter(({ deviceId }) => !levels.has(deviceId))];
  const sorted = alike
    .filter(({ deviceId }) => levels.has(deviceId))
    .sort((a, b) => levels.get(a.deviceId)! - levels.get(b.deviceId)!);
  let last = Number.NEGATIVE_INFINITY;
  for (const each of sorted) {
    const level = levels.get(each.deviceId)!;
    if (level - last > likeWithinKelvin) groups.push([]);
    groups.at(-1)!.push(each);
    last = level;
  }
  return groups.filter(({ length }) => length > 0);
}

/** The mean temperature of each device on a day, of its main point where it has one. */
function temperaturesOn(figures: readonly ComparedFigure[], day: number): Map<number, number> {
  const levels = new Map<number, number>();
  for (const { deviceId, kind, unit, firstDay, daily } of figures) {
    const value = daily[day - firstDay];
    if (kind === 'mean' && unit === '°C' && value != null && !levels.has(deviceId)) levels.set(deviceId, value);
  }
  return levels;
}

/**
 * Those that are compared: first of the same project, which has the same weather and the same people; where there are too few of
 * them, of the company.
 */
function likeGroups(figures: readonly ComparedFigure[], levels: ReadonlyMap<number, number>): ComparedFigure[][] {
  const groups: ComparedFigure[][] = [];
  for (const alike of Map.groupBy(figures, ({ likeness }) => likeness).values()) {
    for (const group of byTemperature(alike, levels)) {
      const rest: ComparedFigure[] = [];
      for (const ofProject of Map.groupBy(group, ({ projectId }) => projectId).values())
        if (ofProject.length > minPeerDevices) groups.push(ofProject);
        else rest.push(...ofProject);
      if (rest.length > 0) groups.push(rest);
    }
  }
  return groups;
}

/** Everything found in the figures of one company by the end of a day, and of which figures something could be said at all. */
export async function findDaily(
  look: Look,
  figures: readonly ComparedFigure[],
): Promise<{ found: Finding[]; judged: Set<string> }> {
  const found: Finding[] = [];
  const judged = new Set<string>();
  const { day, open } = look;
  const byKind = Map.groupBy(figures, ({ kind }) => kind);
  const levels = temperaturesOn(figures, day);
  const usualOf =
    (kind: WarningKind) =>
    (figure: Figure): Usual | null => {
      const warning = open.get(warningKey(figure.deviceId, figure.pointId, kind));
      return warning == null || warning.past_value === null
        ? null
        : { own: warning.past_value, like: warning.like_past };
    };
  const take = (kind: WarningKind, list: { figure: Figure; deviation: Deviation }[]) => {
    for (const { figure, deviation } of list) {
      judged.add(warningKey(figure.deviceId, figure.pointId, kind));
      const finding = findingOf(look, figure, kind, deviation);
      if (finding) found.push(finding);
    }
  };
  for (const [kind, ofKind] of byKind) {
    const told = worthOf[kind];
    if (told)
      for (const group of likeGroups(ofKind, levels)) {
        take(told.warning, deviations(group, day, told.worth, usualOf(told.warning)));
        await othersTurn();
      }
    if (kind === 'mean')
      for (const group of likeGroups(ofKind, levels)) {
        const worth = driftWorth(group[0]!.unit);
        if (worth !== null) take('drift', drifts(group, day, worth, usualOf('drift')));
        await othersTurn();
      }
    if (kind === 'high' || kind === 'low')
      for (const figure of ofKind) {
        if (known(figure, day - 2, day).length > 0)
          judged.add(warningKey(figure.deviceId, figure.pointId, 'limitAhead'));
        const limits = look.limitsOf(figure.pointId);
        const ahead = limits && limitAhead(figure, day, limits, endOf(day, figure.timeZone));
        if (!ahead || look.leniencyOf(figure.deviceId, figure.pointId, 'limitAhead').mutedUntil > look.at) continue;
        found.push({
          isWeak: false,
          facts: forecastFacts(
            {
              deviceId: figure.deviceId,
              pointId: figure.pointId,
              kind: 'limitAhead',
              severity: general,
              evidenceFrom: beginOf(Math.max(figure.firstDay, day - 9), figure.timeZone),
              evidenceTo: endOf(day, figure.timeZone),
            },
            ahead,
          ),
        });
      }
  }
  return { found, judged };
}

const othersTurn = () => new Promise((resolve) => setImmediate(resolve));

export interface FindDeps {
  readonly db: Pool;
  readonly stopping: AbortSignal;
  limitsOfPoint(pointId: number): PointLimits | null;
}

/**
 * Begins, continues and ends warnings by what the figures say at the end of each day, in the order of days, and marks the day as
 * done. What was said of warnings until now counts, also when that was after the day.
 *
 * @throws the reason of `stopping`, between days
 */
export async function findWarnings(
  { db, stopping, limitsOfPoint }: FindDeps,
  days: readonly number[],
  zones: readonly string[],
  now: number,
): Promise<void> {
  const companies: ComparedFigure[][] = [];
  for (const id of await companiesWithFigures(system, db)) companies.push(await figuresOfCompany(system, db, id));
  const zoneOf = new Map(companies.flat().map(({ deviceId, timeZone }) => [deviceId, timeZone]));
  for (const day of days) {
    stopping.throwIfAborted();
    await inTransaction(db, async (client) => {
      const at = new Date(Math.max(...(zones.length === 0 ? ['UTC'] : zones).map((zone) => endOf(day, zone))));
      const open = await lockOpen(system, client, dailyKinds);
      const leniencyOf = await readLeniency(system, client, new Date(now), mutedDaysAfterFalse);
      const look: Look = {
        ...{ day, at: at.getTime(), open, leniencyOf, limitsOf: limitsOfPoint },
        zoneOf: (deviceId) => zoneOf.get(deviceId)!,
      };
      const found: Finding[] = [];
      const judged = new Set<string>();
      for (const figures of companies) {
        const ofCompany = await findDaily(look, figures);
        found.push(...ofCompany.found);
        for (const key of ofCompany.judged) judged.add(key);
      }
      const keyOfFacts = ({ deviceId, pointId, kind }: WarningFacts) => warningKey(deviceId, pointId, kind);
      const holding = found.filter(({ facts, isWeak }) => !isWeak || open.has(keyOfFacts(facts)));
      const kept = new Set(holding.map(({ facts }) => keyOfFacts(facts)));
      const over = [...open].filter(([key]) => !kept.has(key));
      const ordinary = over.filter(([key]) => judged.has(key));
      const gone = over.filter(
        ([key, { seen_at }]) => !judged.has(key) && seen_at.getTime() < at.getTime() - heldDays * 86_400_000,
      );
      const idsOf = (list: typeof over) => list.map(([, { id }]) => id);
      await endWarnings(system, client, idsOf(ordinary), 'ordinary', at);
      await endWarnings(system, client, idsOf(gone), 'gone', at);
      await writeWarnings(
        system,
        client,
        holding.map(({ facts }) => facts),
        at,
      );
      // Together with what came of it: a day is judged once, however the process ends.
      await markDays(system, client, [day], new Date(now));
    });
  }
}
