import type { Language, NamedKind } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { alarmsNamed, devicesNamed, namesOfThings, type OperationOfPage } from './store.ts';

/** Subjects that have an English name, and what kind of thing they are where names are kept. */
const named: Readonly<Record<string, NamedKind>> = {
  area: 'place',
  company: 'company',
  device: 'device',
  gateway: 'gateway',
  partition: 'place',
  point: 'point',
  pointType: 'pointType',
  project: 'place',
  role: 'role',
};
/** Between a device and its point. */
const between = ' · ';

/**
 * Lines with their subjects as a reader of this language calls them. A line keeps the name that a thing had then: it is said in
 * English only while the thing still has that name, and stays as it is kept otherwise.
 */
export async function inLanguageOfReader<Row extends OperationOfPage>(
  tenant: UserTenant,
  db: DbOrTransaction,
  rows: readonly Row[],
  language: Language,
): Promise<readonly Row[]> {
  if (language !== 'en') return rows;
  const alarms = await alarmsNamed(
    tenant,
    db,
    rows.flatMap((row) => alarmOf(row) ?? []),
  );
  const things = rows.flatMap((row) => thingOf(row) ?? []);
  const names = things.length === 0 ? [] : await namesOfThings(tenant, db, things);
  const present = new Map(names.map((thing) => [`${thing.kind} ${thing.thing_id}`, thing]));
  const devices = new Set(
    rows.flatMap(({ subject_kind, subject_name }) =>
      subject_kind === 'point' && subject_name.includes(between) ? [deviceIn(subject_name)] : [],
    ),
  );
  const english = await devicesNamed(tenant, db, [...devices]);
  return rows.map((row) => {
    const alarm = alarms.get(alarmOf(row) ?? 0);
    if (alarm) return alarm.name === row.subject_name ? { ...row, subject_name: alarm.name_en } : row;
    const thing = thingOf(row);
    const now = thing && present.get(`${thing.kind} ${thing.id}`);
    if (!now?.name_en) return row;
    if (row.subject_name === now.name) return { ...row, subject_name: now.name_en };
    if (thing?.kind !== 'point' || !row.subject_name.endsWith(`${between}${now.name}`)) return row;
    const device = row.subject_name.slice(0, -(between.length + now.name.length));
    return { ...row, subject_name: `${english.get(device) ?? device}${between}${now.name_en}` };
  });
}

/** Numbers of alarms go beyond those of other things. */
const alarmOf = ({ subject_kind, subject_id }: OperationOfPage): number | null =>
  subject_kind === 'alarm' && Number.isSafeInteger(Number(subject_id)) ? Number(subject_id) : null;

const deviceIn = (subject: string): string => subject.slice(0, subject.lastIndexOf(between));

function thingOf({ subject_kind, subject_id }: OperationOfPage): { kind: NamedKind; id: number } | null {
  const kind = Object.hasOwn(named, subject_kind) ? named[subject_kind] : undefined;
  const id = Number(subject_id);
  return kind && Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { kind, id } : null;
}
