import type { RuleDefinition } from '@watchpost/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { type Sample, startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aDevice, aGateway, aPoint, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import type { ValueRule } from '../engine/index.ts';
import { referenceEvents } from '../engine/testing/reference.ts';

// Random days of twenty points, each delivered in several ways: each way leads to the same alarms, and they are those of
// the slow reference over the sorted data.

const minute = 60_000;
const cycleSeconds = 300;
const begin = Date.UTC(2026, 10, 20, 16);
const slots = 288;
const pointCount = 20;

let testDb: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});

const high = (limit: number, severity: 1 | 2) => ({ high: { limit, severity } });
/** Point by point, five in turn; the fifth is the door that the fourth waits for. */
const rules: readonly (RuleDefinition | null)[] = [
  {
    ...{ kind: 'limit', bands: { ...high(-17, 2), highHigh: { limit: -13, severity: 1 } }, deadband: 1 },
    ...{ onDelaySeconds: 600, offDelaySeconds: 300 },
  },
  { kind: 'limit', bands: high(-13, 1), deadband: 0, onDelaySeconds: 0, offDelaySeconds: 0 },
  { kind: 'state', values: [-5, -12], severity: 3, onDelaySeconds: 3600, offDelaySeconds: 600 },
  { kind: 'limit', bands: high(-15, 2), deadband: 1, onDelaySeconds: 300, offDelaySeconds: 0 },
  null,
];
/** The third reports seldom: every two hours, so that a delay lies between two values. */
const isSlow = (index: number): boolean => index % 5 === 2;
const cycleSecondsOf = (index: number): number => (isSlow(index) ? 24 * cycleSeconds : cycleSeconds);
/** The one that looks at the first, besides its own. */
const deviation = { kind: 'deviation', direction: 'either', limit: 6, deadband: 1, severity: 2 } as const;

interface Made {
  readonly index: number;
  readonly slot: number;
  readonly offsetSeconds: number;
  readonly value: number;
  readonly quality: number;
}

/** What a day brought: each point in turn stays at a value for a while, is sometimes unreadable and sometimes silent. */
const day: fc.Arbitrary<Made[]> = fc
  .array(
    fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 24 }),
        value: fc.constantFrom(-5, -12, -16, -20),
        kind: fc.constantFrom('good', 'good', 'good', 'good', 'bad', 'silent', 'mixed'),
      }),
      { minLength: 30, maxLength: 60 },
    ),
    { minLength: pointCount, maxLength: pointCount },
  )
  .map((points) =>
    points.flatMap((stretches, index) => {
      const made: Made[] = [];
      let slot = 0;
      for (const { length, value, kind } of stretches) {
        for (let i = 0; i < length && slot < slots; i++, slot++) {
          if (kind === 'silent' && length < 8) continue;
          if (isSlow(index) && slot % 24 !== 0) continue;
          const isBad = kind === 'bad' || (kind === 'mixed' && i % 3 !== 0);
          const isDoor = index % 5 === 4;
          made.push({
            ...{ index, slot, offsetSeconds: index * 7 },
            value: isDoor ? Number(value > -14) : value,
            quality: isBad ? 64 : 0,
          });
        }
      }
      return made;
    }),
  );

const timeOf = ({ slot, offsetSeconds }: Made): number => begin + (slot * cycleSeconds + offsetSeconds) * 1000;
const inOrder = (made: readonly Made[]): Made[] => made.toSorted((a, b) => timeOf(a) - timeOf(b));

function messagesOf(made: readonly Made[], size: number): Made[][] {
  const messages: Made[][] = [];
  for (let i = 0; i < made.length; i += size) messages.push(made.slice(i, i + size));
  return messages;
}

/** The ways in which a day arrives; each a list of messages. */
const ways: Readonly<Record<string, (made: readonly Made[], random: () => number) => Made[][]>> = {
  'in order': (made) => messagesOf(inOrder(made), 97),
  'in one message, backwards': (made) => [inOrder(made).toReversed()],
  'newest block first': (made) => messagesOf(inOrder(made), 311).toReversed(),
  'point by point, each twice': (made) =>
    [...Map.groupBy(made, ({ index }) => index).values()].toReversed().flatMap((own) => [own, own]),
  'in order, but for the end': (made, random) => {
    const cut = Math.floor((0.3 + 0.6 * random()) * made.length);
    const ordered = inOrder(made);
    return [...messagesOf(ordered.slice(0, cut), 97), ordered.slice(cut).toReversed()];
  },
  shuffled: (made, random) => {
    const shuffled = made.map((each) => ({ each, key: random() })).sort((a, b) => a.key - b.key);
    return messagesOf(
      shuffled.map(({ each }) => each),
      149,
    );
  },
};

/** Points of a gateway of their own, with their rules. */
async function aSite(company: number): Promise<number[]> {
  const { db } = database;
  const project = await aProject(db, company);
  const gateway = await aGateway(db, project);
  const device = await aDevice(db, project);
  const strategy = await aStrategy(db, project);
  const points: number[] = [];
  for (let i = 0; i < pointCount; i++)
    points.push(await aPoint(db, gateway, { deviceId: device, samplingIntervalSeconds: cycleSecondsOf(i) }));
  for (const [i, point] of points.entries()) {
    const rule = rules[i % 5];
    if (!rule) continue;
    const door = points[i + 1];
    const onlyWhile = [{ point: { pointId: door! }, values: [0], settleSeconds: 600, maxHiddenSeconds: 3600 }];
    const definition = i % 5 === 3 ? { ...rule, onlyWhile } : rule;
    await aRule(db, strategy, definition as RuleDefinition, { points: [point] });
    if (i % 5 !== 1) continue;
    const delays = { onDelaySeconds: 600, offDelaySeconds: 600 };
    await aRule(db, strategy, { ...deviation, ...delays, from: { pointId: points[i - 1]! } }, { points: [point] });
  }
  return points;
}

/** What was raised, by point and kind: from and until when, in seconds since the day began. */
async function occurrences(points: readonly number[]): Promise<string[]> {
  const rows = await database.db
    .selectFrom('alarm')
    .where('point_id', 'in', [...points])
    .where((is) => is.or([is('end_reason', 'is', null), is('end_reason', '<>', 'disproved')]))
    .select(['point_id', 'kind', 'raised_at', 'returned_at', 'worst_severity'])
    .execute();
  const second = (at: Date | null) => (at === null ? 'on' : (at.getTime() - begin) / 1000);
  return rows
    .map((row) => {
      const index = String(points.indexOf(row.point_id!)).padStart(2, '0');
      return `${index} ${row.kind} ${row.worst_severity} ${String(second(row.raised_at)).padStart(6, '0')} ${second(row.returned_at)}`;
    })
    .sort();
}

function referenceOf(made: readonly Made[]): string[] {
  return [...Map.groupBy(inOrder(made), ({ index }) => index)].flatMap(([index, own]) => {
    const rule = rules[index % 5];
    if (!rule || index % 5 === 3) return [];
    const samples = own.map((each) => ({
      second: (timeOf(each) - begin) / 1000,
      value: each.value,
      isBad: each.quality > 0,
    }));
    const events = referenceEvents({ id: 1, ...rule } as ValueRule, {
      samples,
      maxGapSeconds: 3 * cycleSecondsOf(index),
      watermark: null,
    });
    const raised = events.filter(({ type }) => type === 'raised');
    return raised.map(({ raisedAt }) => {
      const ofOne = events.filter((event) => event.raisedAt === raisedAt);
      const over = ofOne.find(({ type }) => type === 'returnedToNormal');
      const severity = Math.min(...ofOne.map((event) => event.severity));
      return `${String(index).padStart(2, '0')} ${rule.kind} ${severity} ${String(raisedAt).padStart(6, '0')} ${over?.second ?? 'on'}`;
    });
  });
}

/** `npm run drill -- late` tries many more, or those from a number on; the number of a day makes it again. */
const days = Number(process.env.LATE_DAYS ?? 3);
const firstDay = Number(process.env.LATE_SEED ?? Math.floor(Math.random() * 1_000_000));

// Each with patience of its own: a day in five ways is some twenty thousand readings.
test.each(Array.from({ length: days }, (_, i) => firstDay + i))(
  'the readings of day %i give the same alarms in every order, in other messages, repeated, and with restarts',
  async (seedOfDay) => {
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 1, max: 1_000_000 }), async (made, seed) => {
        let state = seed;
        const random = () => {
          state = (state * 48_271) % 2_147_483_647;
          return state / 2_147_483_647;
        };
        const company = await aCompany(database.db);
        const sites = new Map<string, number[]>();
        for (const way of Object.keys(ways)) sites.set(way, await aSite(company));
        const until = begin + slots * cycleSeconds * 1000 + minute;
        let site = await startCommitting(database, until);
        try {
          for (const [way, messagesIn] of Object.entries(ways)) {
            const points = sites.get(way)!;
            const messages = messagesIn(made, random);
            for (const [place, message] of messages.entries()) {
              await site.send(
                message.map(
                  (each): Sample => ({
                    pointId: points[each.index]!,
                    at: timeOf(each),
                    value: each.value,
                    quality: each.quality,
                  }),
                ),
              );
              // Once in the middle the server stops and starts again.
              if (way.startsWith('in order') || place !== Math.floor(messages.length / 2)) continue;
              await site.stop();
              site = await startCommitting(database, until);
            }
          }
          await site.alarms.judgeLateNow();
        } finally {
          await site.stop();
        }
        const expected = await occurrences(sites.get('in order')!);
        const isPlain = (each: string) => !each.includes('deviation') && Number(each.slice(0, 2)) % 5 !== 3;
        expect(expected.filter(isPlain)).toEqual(referenceOf(made).sort());
        for (const way of Object.keys(ways))
          expect([way, ...(await occurrences(sites.get(way)!))]).toEqual([way, ...expected]);
        await database.db.deleteFrom('company').where('id', '=', company).execute();
      }),
      // A smaller day is not looked for: each try takes as long.
      { numRuns: 1, seed: seedOfDay, endOnFailure: true },
    );
  },
);
