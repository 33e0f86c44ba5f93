import { createHash } from 'node:crypto';
import { type CertifiedTag, qualityOf, staleAfterMs, type WaybillStatement } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { certificatesDuring, hashOfSamples, projectFacts } from '../../compliance/index.ts';
import type { RawHistoryWithTotals } from '../../history/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { englishOf } from '../../translations/index.ts';
import { plateOf } from '../cars/car.store.ts';
import { readTrack } from '../cars/readTrack.wire.ts';
import type { TransportDeps } from '../deps.ts';
import { handoversOf } from '../handovers/handover.store.ts';
import { lastReadOf, rangesOf, syncsDuring } from '../tags/memory.store.ts';
import { holesWithin } from '../tags/memoryRanges.ts';
import { calibrationsOf } from '../tags/tag.store.ts';
import { tagTimeAt } from '../tags/tagClock.ts';
import { findStretches, heldValues, kineticMean, worstDay } from '../waybills/figures.ts';
import { type BoundTag, tagsOf, type WaybillRow } from '../waybills/waybill.store.ts';

/** The part of a statement that makes a revision when it changes. */
export type CertificateContent = Omit<WaybillStatement, 'format' | 'id' | 'revision' | 'reason' | 'issuedAt'>;

/** Samples and positions that are drawn on paper. They are not part of the signed statement. */
export interface CertificatePictures {
  readonly curves: readonly {
    readonly serial: string;
    readonly times: readonly number[];
    readonly values: readonly number[];
  }[];
  readonly path: readonly { readonly latitude: number; readonly longitude: number }[];
}

type FactDeps = Pick<TransportDeps, 'history' | 'usualLimitsOfPoint'> & { readonly db: Db };

/** Figures are stated to a thousandth: no more than a tag measures, and the same on every machine. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const orNull = (value: number): number | null => (Number.isFinite(value) ? rounded(value) : null);

async function samplesOf(
  { history }: FactDeps,
  { low, high }: WaybillRow,
  { point_id, cycle_seconds }: BoundTag,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<RawHistoryWithTotals | null> {
  if (point_id === null || cycle_seconds === null || to <= from) return null;
  const limits =
    low === null && high === null
      ? null
      : [{ from, to, low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY }];
  const point = { pointId: point_id, samplingIntervalMs: cycle_seconds * 1000, kind: 'analog' as const, limits };
  return (await history.rawWithTotals([point], from, to, signal))[0] ?? null;
}

/** What the numbers of a tag's samples prove of a stretch, and by how much its clock was corrected; null: it numbers nothing. */
async function memoryOf(db: Db, tagId: number, stretch: { from: number; to: number }): Promise<CertifiedTag['memory']> {
  const ranges = await rangesOf(system, db, tagId);
  const lastRead = await lastReadOf(system, db, tagId);
  if (lastRead === null || ranges.length === 0) return null;
  const { expected, holes } = holesWithin(ranges, stretch);
  const syncs = await syncsDuring(system, db, tagId, stretch);
  const clocks = [stretch.from, stretch.to].map((at) => (tagTimeAt(syncs, at) ?? at) - at);
  return {
    // A later read proves no more about this stretch.
    lastRead: Math.min(stretch.to, lastRead.getTime()),
    expected,
    holes: holes.map(({ first, last }) => [first, last] as const),
    clockMs: Math.round(clocks.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0)),
  };
}

/** Everything that a certificate of a closed waybill states, from the samples as they are now. */
export async function certificateFacts(
  deps: FactDeps,
  waybill: WaybillRow,
  signal: AbortSignal,
): Promise<{ content: CertificateContent; pictures: CertificatePictures }> {
  const { db } = deps;
  const project = await projectFacts(system, db, waybill.project_id);
  const endedAt = waybill.ended_at!.getTime();
  const tags = [];
  const curves = [];
  for (const tag of await tagsOf(system, db, waybill.id)) {
    const from = tag.bound_at.getTime();
    const to = tag.unbound_at?.getTime() ?? endedAt;
    const found = await samplesOf(deps, waybill, tag, { from, to }, signal);
    const staleMs = staleAfterMs((tag.cycle_seconds ?? 0) * 1000);
    const { excursions, gaps } = findStretches(
      found ?? { length: 0, measuredAt: [], values: [] },
      found?.before ?? null,
      { from, to, staleMs },
      waybill,
    );
    const worst = found ? worstDay(found, found.before, { from, to, staleMs }) : null;
    const range = {
      from: localOfEpoch(from, project.time_zone).slice(0, 10),
      until: localOfEpoch(to, project.time_zone).slice(0, 10),
    };
    const certificate =
      tag.point_id === null ? undefined : (await certificatesDuring(system, db, [tag.point_id], range)).at(-1);
    const calibrations = tag.tag_id === null ? [] : await calibrationsOf(system, db, tag.tag_id);
    const inForce = calibrations.findLastIndex(({ valid_from }) => valid_from.getTime() <= from);
    const hash = found ? hashOfSamples(found, from, to) : null;
    const totals = found?.totals ?? null;
    tags.push({
      serial: tag.serial_number,
      name: tag.name,
      place: tag.place,
      ...{ from, to },
      calibration: certificate
        ? {
            number: certificate.number,
            laboratory: certificate.laboratory,
            validUntil: certificate.valid_until,
            maxError: certificate.max_error,
          }
        : null,
      offsets: calibrations
        .slice(Math.max(0, inForce))
        .filter(({ valid_from }) => valid_from.getTime() < to)
        .map(({ valid_from, t_offset }) => ({ from: valid_from.getTime(), celsius: t_offset })),
      samples: hash?.samples ?? 0,
      sha: (hash?.sha ?? createHash('sha256').digest()).toString('hex'),
      knownMs: Math.round(totals?.knownMs ?? 0),
      lowest: orNull(totals?.min ?? Number.NaN),
      highest: orNull(totals?.max ?? Number.NaN),
      mean: orNull(totals?.avg ?? Number.NaN),
      kinetic: found ? orNull(kineticMean(heldValues(found, found.heldTo, staleMs)) ?? Number.NaN) : null,
      ...(worst ? { worstDay: { from: worst.from, kinetic: rounded(worst.kinetic) } } : {}),
      beyondMs: waybill.low === null && waybill.high === null ? null : Math.round(totals?.beyondMs ?? 0),
      excursions: excursions.map((each) => ({
        ...each,
        extreme: rounded(each.extreme),
        degreeHours: rounded(each.degreeHours),
      })),
      gaps,
      memory: tag.tag_id === null ? null : await memoryOf(db, tag.tag_id, { from, to }),
    });
    if (found)
      curves.push({
        serial: tag.serial_number,
        times: [...found.measuredAt],
        // A bad value is in no figure, so it is in no curve.
        values: Array.from(found.values, (value, i) => (qualityOf(found.quality[i]!) === 'bad' ? Number.NaN : value)),
      });
  }
  const departed = waybill.departed_at?.getTime() ?? null;
  const track =
    waybill.device_id === null || departed === null
      ? null
      : await readTrack(
          deps,
          { tenant: system },
          {
            id: waybill.device_id,
            name: waybill.device_name ?? '',
            name_en: waybill.device_name_en,
            project_id: waybill.project_id,
          },
          { from: departed, to: waybill.arrived_at?.getTime() ?? endedAt },
          'zh',
          signal,
        );
  const handovers = await handoversOf(system, db, waybill.id);
  const english = await englishOf(db, waybill.company_id, [
    ...[project.company_name, waybill.shipper, waybill.consignee, waybill.origin, waybill.destination],
    ...[waybill.goods, waybill.quantity],
    ...tags.flatMap(({ name, place, calibration }) => [name, place, calibration?.laboratory ?? '']),
    ...waybill.stops.map(({ name, fence_name }) => name || (fence_name ?? '')),
    ...handovers.flatMap((each) => [each.from_name, each.to_name, each.place, each.quantity, each.note]),
  ]);
  return {
    content: {
      english,
      unread: tags.flatMap(({ serial, to, memory }) => (memory !== null && memory.lastRead < to ? [serial] : [])),
      company: project.company_name,
      project: inBoth(project.name, project.name_en),
      timeZone: project.time_zone,
      number: waybill.number,
      isSigned: waybill.status === 3,
      shipper: waybill.shipper,
      consignee: waybill.consignee,
      origin: waybill.origin,
      destination: waybill.destination,
      goods: waybill.goods,
      quantity: waybill.quantity,
      vehicle: waybill.device_name === null ? null : inBoth(waybill.device_name, waybill.device_name_en),
      plate: waybill.device_id === null ? null : await plateOf(system, db, waybill.device_id),
      range:
        waybill.range_name === null
          ? null
          : { name: inBoth(waybill.range_name, waybill.range_name_en), low: waybill.low, high: waybill.high },
      departedAt: departed,
      arrivedAt: waybill.arrived_at?.getTime() ?? null,
      endedAt,
      tags,
      distanceMetres: track?.DistanceMetres ?? null,
      stops: (track?.StopList ?? []).map((stop) => ({
        from: stop.FromEpoch,
        to: stop.ToEpoch,
        latitude: stop.Latitude,
        longitude: stop.Longitude,
        fence:
          track!.VisitList.find(({ FromEpoch, ToEpoch }) => FromEpoch < stop.ToEpoch && ToEpoch > stop.FromEpoch)
            ?.GeofenceName ?? null,
        doorOpenMs: stop.DoorOpenMs === null ? null : Math.round(stop.DoorOpenMs),
        highest: stop.HighestTemperature,
      })),
      ...(waybill.stops.length > 0 && {
        plan: waybill.stops.map(({ name, fence_name, planned, arrived, left, handed_over }) => ({
          ...{ name: name || (fence_name ?? ''), planned, left },
          arrived: arrived ?? handed_over,
        })),
      }),
      handovers: handovers.map((each) => ({
        at: each.at.getTime(),
        kind: each.kind,
        from: each.from_name,
        to: each.to_name,
        place: each.place,
        latitude: each.latitude,
        longitude: each.longitude,
        quantity: each.quantity,
        condition: each.condition,
        note: each.note,
        readings: each.readings,
        photos: each.file_ids.length,
        signature: each.signature === null ? null : createHash('sha256').update(each.signature).digest('hex'),
      })),
    },
    pictures: {
      curves,
      path: (track?.Path ?? []).map(({ Latitude, Longitude }) => ({ latitude: Latitude, longitude: Longitude })),
    },
  };
}
