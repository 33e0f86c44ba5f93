import type { Fleet } from '../../bench/rig/fleet.ts';
import { count } from '../../bench/rig/table.ts';
import type { ViewerClient } from '../../bench/rig/ViewerClient.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';
import { type DoorField, firstDoor, pointsPerGateway } from './doorField.ts';
import type { FieldGateway } from './FieldGateway.ts';

/** A promise, what it says must be there, and what is. */
export interface Check {
  what: string;
  expected: number;
  found: number;
  /** Sentences about what is wrong. */
  wrong: string[];
}

const pointsPerCurve = 10;

/** A time as the calls take it; the project lies in UTC. */
const local = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');

async function checkReadings(field: DoorField, fleet: Fleet, viewer: ViewerClient): Promise<Check> {
  const check: Check = { what: 'acknowledged readings in history', expected: 0, found: 0, wrong: [] };
  for (const [index, { measurements }] of field.gateways.entries()) {
    const { pointIds } = fleet.gateways[index]!;
    for (let first = 0; first < pointIds.length; first += pointsPerCurve) {
      const curves = await viewer.call('getPointData', {
        query: {
          ProjectId: fleet.projectId,
          start: local(measurements[0]!.measuredAt - 1_000),
          end: local(measurements.at(-1)!.measuredAt + 1_000),
          pointIdList: pointIds.slice(first, first + pointsPerCurve).join(','),
          tmes: 0,
        },
      });
      for (const { PointId, DataList } of curves) {
        const point = pointIds.indexOf(PointId);
        const stored = new Map<number, number>();
        for (const { Time, Value } of DataList) {
          if (Value === null) continue;
          if (stored.has(Time)) check.wrong.push(`point ${PointId} has two readings of ${Time}`);
          stored.set(Time, Value);
        }
        for (const { measuredAt, values, acknowledged } of measurements) {
          const value = stored.get(measuredAt);
          stored.delete(measuredAt);
          if (!acknowledged) continue;
          check.expected++;
          if (value === values[point]) check.found++;
          else check.wrong.push(`point ${PointId} at ${measuredAt}: sent ${values[point]}, history has ${value}`);
        }
        for (const [time, value] of stored) check.wrong.push(`point ${PointId} at ${time}: ${value} was never sent`);
      }
    }
  }
  return check;
}

export interface AlarmRow {
  id: number;
  point_id: number;
  raised_at: Date;
  returned_at: Date | null;
  /** `kind` of its journal and `step` of its messages, each sorted. */
  journal: string[];
  steps: string[];
}

function checkAlarms(field: DoorField, fleet: Fleet, rows: readonly AlarmRow[]): Check[] {
  const occurrences: Check = { what: 'alarms raised and returned, once each', expected: 0, found: 0, wrong: [] };
  const journal: Check = { what: 'journal entries, once each', expected: 0, found: 0, wrong: [] };
  const messages: Check = { what: 'messages to the person, once each', expected: 0, found: 0, wrong: [] };
  const rowsOfPoint = Map.groupBy(rows, (row) => row.point_id);
  for (const [index, doors] of field.doors.entries()) {
    for (const [at, door] of doors.entries()) {
      const pointId = fleet.gateways[index]!.pointIds[firstDoor + at]!;
      const nameOf = (times: { raisedAt: number; returnedAt: number | undefined }) =>
        `${times.raisedAt} to ${times.returnedAt ?? 'now'}`;
      const expected = new Set(door.expected.map(nameOf));
      occurrences.expected += expected.size;
      for (const row of rowsOfPoint.get(pointId) ?? []) {
        const name = nameOf({ raisedAt: row.raised_at.getTime(), returnedAt: row.returned_at?.getTime() });
        if (expected.delete(name)) occurrences.found++;
        else occurrences.wrong.push(`point ${pointId}: alarm ${row.id} (${name}) has no reason, or is there twice`);
      }
      for (const name of expected) occurrences.wrong.push(`point ${pointId}: no alarm ${name}`);
    }
  }
  const compare = (check: Check, row: AlarmRow, found: readonly string[], wanted: readonly string[]) => {
    check.expected += wanted.length;
    check.found += wanted.filter((step) => found.includes(step)).length;
    if (found.join() !== wanted.join())
      check.wrong.push(`alarm ${row.id}: ${found.join()} instead of ${wanted.join()}`);
  };
  for (const row of rows) {
    compare(journal, row, row.journal, ['raised', 'returnedToNormal']);
    compare(messages, row, row.steps, ['raised', 'returned']);
  }
  return [occurrences, journal, messages];
}

/** Ids of the alarms about which a popup waits, as often as they are answered. */
async function readPopups(viewer: ViewerClient): Promise<number[]> {
  const ids: number[] = [];
  for (let PageIndex = 1; ; PageIndex++) {
    const { Data } = await viewer.call('getAlarmPlayScreenPage', { body: { PageIndex, PageSize: 500 } });
    if (Data.length === 0) return ids;
    ids.push(...Data.map(({ AlarmId }) => AlarmId));
  }
}

function checkPopups(rows: readonly AlarmRow[], popups: readonly number[]): Check {
  const check: Check = {
    what: 'popups that wait (GetAlarmPlayScreenPage)',
    expected: rows.length,
    found: 0,
    wrong: [],
  };
  const missing = new Set(rows.map(({ id }) => id));
  for (const id of popups) {
    if (missing.delete(id)) check.found++;
    else check.wrong.push(`alarm ${id} pops up twice, or does not exist`);
  }
  for (const id of missing) check.wrong.push(`alarm ${id} does not pop up`);
  return check;
}

/** As they stand in the database. */
export const readAlarms = ({ pool }: Database): Promise<AlarmRow[]> =>
  pool
    .query<AlarmRow>(
      `SELECT a.id, a.point_id, a.raised_at, a.returned_at,
         ARRAY(SELECT j.kind FROM alarm_journal j WHERE j.alarm_id = a.id ORDER BY 1) AS journal,
         ARRAY(SELECT n.step FROM notification n WHERE n.alarm_id = a.id ORDER BY 1) AS steps
       FROM alarm a ORDER BY a.id`,
    )
    .then(({ rows }) => rows);

/** Asks the product, through its calls, for everything that was acknowledged and for every alarm that must have come of it. */
export async function reconcile(
  field: DoorField,
  fleet: Fleet,
  viewer: ViewerClient,
): Promise<(alarms: readonly AlarmRow[]) => Check[]> {
  const readings = await checkReadings(field, fleet, viewer);
  const popups = await readPopups(viewer);
  return (alarms) => [readings, ...checkAlarms(field, fleet, alarms), checkPopups(alarms, popups)];
}

const sum = ({ gateways }: DoorField, figure: (gateway: FieldGateway) => number): string =>
  count(gateways.reduce((total, gateway) => total + figure(gateway), 0));

/** What the field sent, in a sentence. */
export const loadOf = (field: DoorField): string =>
  `${sum(field, ({ measurements }) => measurements.length)} messages of ${pointsPerGateway} values from ${field.gateways.length} gateways, ${sum(field, ({ sentAgain }) => sentAgain)} sent again, ${sum(field, ({ connections }) => connections)} connections`;

export const rowsOfChecks = (checks: readonly Check[]): string[][] => [
  ['promised', 'must be', 'there', 'wrong', ''],
  ...checks.map(({ what, expected, found, wrong }) => [
    what,
    count(expected),
    count(found),
    count(wrong.length),
    wrong.length === 0 ? '' : 'BROKEN',
  ]),
];

const sentencesShown = 20;

/** What is wrong, in sentences. */
export const violationsOf = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ what, wrong }) => [
    ...wrong.slice(0, sentencesShown).map((sentence) => `${what}: ${sentence}`),
    ...(wrong.length > sentencesShown ? [`${what}: ${wrong.length - sentencesShown} more`] : []),
  ]);
