import { createHash } from 'node:crypto';
import { type Bilingual, dispositionWords } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { judgedOf, type PointJudged } from '../../alarms/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import { type CertificateRow, certificatesDuring, type FindingRow, findingsOf } from '../compliance.store.ts';
import {
  type AssignedRow,
  assignedOf,
  namesOf,
  type PointNames,
  type RecordRow,
  recordsOfDays,
} from '../proof/proof.store.ts';
import { openDays, type PackScope, pointsOfScope } from './pack.store.ts';

/** What a pack is made from, and what keeps it from being published. */
export interface PackFacts {
  readonly pointIds: readonly number[];
  readonly names: ReadonlyMap<number, PointNames>;
  readonly records: readonly RecordRow[];
  /** Profiles, versions and limits that counted on some of its days. */
  readonly assigned: readonly AssignedRow[];
  readonly findings: readonly FindingRow[];
  readonly certificates: readonly CertificateRow[];
  readonly judged: readonly PointJudged[];
  /** Of everything that the pack states: it differs as soon as any of it does. */
  readonly hash: Buffer;
  readonly missing: readonly Bilingual[];
}

const nameOf = ({ device_name, device_name_en, point_name, point_name_en }: PointNames): Bilingual => {
  const device = inBoth(device_name, device_name_en);
  const point = inBoth(point_name, point_name_en);
  return { zh: `${device.zh} ${point.zh}`.trim(), en: `${device.en} ${point.en}`.trim() };
};

/** Days of a range on which none of the certificates is valid. */
function uncertifiedDays(certificates: readonly CertificateRow[], from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= until; day = dayAfter(day, 1))
    if (!certificates.some(({ done_on, valid_until }) => done_on <= day && day <= valid_until)) days.push(day);
  return days;
}

/** As everything stands now. */
export async function packFacts(db: DbOrTransaction, scope: PackScope, timeZone: string): Promise<PackFacts> {
  const range = { from: scope.fromDay, until: scope.untilDay };
  const pointIds = await pointsOfScope(system, db, scope);
  const names = await namesOf(system, db, pointIds);
  const records = await recordsOfDays(system, db, scope.projectId, range, pointIds);
  const findings = await findingsOf(system, db, pointIds, range);
  const certificates = await certificatesDuring(system, db, pointIds, range);
  const judged = await judgedOf(system, db, pointIds, range);
  const assigned = await assignedOf(system, db, scope.projectId);
  const [begin, end] = [startOfDay(range.from, timeZone), startOfDay(range.until, timeZone, 1)];
  const counted = assigned.filter(
    ({ point_id, since, until }) => pointIds.includes(point_id) && since < end && (until === null || until > begin),
  );
  const missing: Bilingual[] = [];
  const waiting = new Map((await openDays(system, db, pointIds, range)).map((row) => [row.point_id, row.waiting]));
  for (const pointId of pointIds) {
    const name = nameOf(names.get(pointId)!);
    const sealed = new Set(records.filter(({ point_id }) => point_id === pointId).map(({ day }) => day));
    const lacking: string[] = [];
    for (let day = range.from; day <= range.until; day = dayAfter(day, 1)) {
      const [start, end] = [startOfDay(day, timeZone), startOfDay(day, timeZone, 1)];
      const isAssigned = assigned.some(
        ({ point_id, since, until }) => point_id === pointId && since <= start && (until === null || until >= end),
      );
      if (isAssigned && !sealed.has(day)) lacking.push(day);
    }
    if (lacking.length > 0)
      missing.push({
        zh: `${name.zh}：${lacking.length} 天未封存（自 ${lacking[0]}）`,
        en: `${name.en}: ${lacking.length} days not sealed (from ${lacking[0]})`,
      });
    if ((waiting.get(pointId) ?? 0) > 0)
      missing.push({
        zh: `${name.zh}：有迟到数据待重新封存`,
        en: `${name.en}: late data is still to be sealed`,
      });
    const first = [...sealed].sort()[0] ?? range.from;
    const last = [...sealed].sort().at(-1) ?? range.until;
    const uncertified = uncertifiedDays(
      certificates.filter(({ point_id }) => point_id === pointId),
      first,
      last,
    );
    if (uncertified.length > 0)
      missing.push({
        zh: `${name.zh}：${uncertified.length} 天没有有效的校准证书（自 ${uncertified[0]}）`,
        en: `${name.en}: ${uncertified.length} days without a valid calibration certificate (from ${uncertified[0]})`,
      });
  }
  for (const { kind, state, from_at, point_id, disposition } of findings) {
    if (state === 'closed') continue;
    const name = nameOf(names.get(point_id)!);
    const at = localOfEpoch(from_at.getTime(), timeZone).slice(0, 16);
    if (kind === 'gap')
      missing.push(
        state === 'open'
          ? { zh: `${name.zh} ${at} 的数据缺口未说明`, en: `${name.en}, ${at}: gap not explained` }
          : { zh: `${name.zh} ${at} 的数据缺口待第二人确认`, en: `${name.en}, ${at}: gap awaits a second person` },
      );
    else if (state === 'open')
      missing.push({ zh: `${name.zh} ${at} 的超限未处理`, en: `${name.en}, ${at}: excursion without action` });
    else
      missing.push({
        zh: `${name.zh} ${at} 的超限待第二人确认（${disposition === null ? '' : dispositionWords[disposition].zh}）`,
        en: `${name.en}, ${at}: excursion awaits a second person`,
      });
  }
  const stated = {
    records: records.map(({ point_id, day, revision, sha }) => [point_id, day, revision, sha.toString('hex')]),
    findings: findings.map((row) => [
      ...[row.id, row.kind, row.state, row.from_at, row.to_at, row.extreme, row.cause, row.explanation],
      ...[row.disposition, row.explained_name, row.explained_at, row.confirmed_name, row.confirmed_at],
    ]),
    certificates: certificates.map((row) => [
      row.id,
      row.number,
      row.laboratory,
      row.done_on,
      row.valid_until,
      row.max_error,
      // Without a file as it was before there were any: what was made then is not old.
      ...(row.file === null ? [] : [row.file.sha256]),
    ]),
    ...(counted.some(({ own }) => own !== null)
      ? {
          profiles: counted.map((row) => [
            row.point_id,
            row.profile,
            row.own,
            row.low_limit,
            row.high_limit,
            row.since,
          ]),
        }
      : {}),
    ...(judged.length > 0 ? { judged } : {}),
  };
  const hash = createHash('sha256').update(JSON.stringify(stated)).digest();
  return { pointIds, names, records, assigned: counted, findings, certificates, judged, hash, missing };
}
