import {
  commonErrors,
  type DataFormat,
  dataDownloadErrors,
  downloadIntervalMinutes,
  downloadPointLimit,
  type Language,
  maxValuesOfPdf,
  permissionsOfFormat,
  sizeOfDownload,
} from '@watchpost/contract';
import { type Caller, needInProject } from '../access/index.ts';
import { namesOfProject } from '../downloads/index.ts';
import { type Correction, checkedRange, type History, type HistoryShare } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localIntervals, offsetStretches } from '../platform/localIntervals.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';
import { findPoints, firstDevices, type LimitStretch, type PointLimits, type PointRow } from '../points/index.ts';
import { findProjectFacts, shownUntil } from '../projects/index.ts';

export interface DataDownloadDeps {
  db: Db;
  clock: Clock;
  history: Pick<History, 'buckets' | 'corrections' | 'knownBefore' | 'raw'>;
  historyShare: HistoryShare;
  limitsOver(pointId: number, from: number, to: number): readonly LimitStretch[];
}

/** What somebody wants to take away. */
export interface Wish {
  readonly projectId: number;
  /** Local times of the project, `YYYY-MM-DD HH:mm` with optional seconds. */
  readonly start: string;
  readonly end: string;
  readonly pointIds: readonly number[];
  readonly intervalMinutes: number;
  readonly fileType: DataFormat;
  readonly isZip: boolean;
  readonly isMerge: boolean;
  readonly marksAlarms: boolean;
  readonly saysAlarms: boolean;
  /** Which files the zip holds; empty: one a point. */
  readonly zipFiles: readonly { readonly name: string; readonly pointIds: readonly number[] }[];
}

export interface PlannedPoint {
  readonly id: number;
  readonly pointName: string;
  /** Of the first device it serves that the caller may see; null: none. */
  readonly deviceName: string | null;
  /** `Freezer 3 · Temperature`. */
  readonly label: string;
  readonly typeName: string;
  readonly unit: string;
  readonly decimals: number;
  readonly kind: 'analog' | 'state';
  readonly samplingIntervalMs: number;
  /** What the numbers of a state point mean. */
  readonly states: ReadonlyMap<number, string>;
  /** In force at the end of the range. */
  readonly limits: PointLimits | null;
  /** What was changed by hand of its history in the range, by the time of the change. */
  readonly corrections: readonly Correction[];
}

/** A download that may be made, with everything it needs to know. */
export interface Plan {
  readonly caller: Caller;
  readonly language: Language;
  readonly fileType: DataFormat;
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly points: readonly PlannedPoint[];
  /** Epoch ms; the end is not included. */
  readonly from: number;
  readonly to: number;
  readonly intervalMinutes: number;
  /**
   * Where intervals begin, and the last one ends: at round times of the place, even when its clocks change. The first may
   * begin before the range does.
   */
  readonly edges: Float64Array;
  /** Clocks change within the range, or did in the hour before: the same local time may come twice, so each says its offset. */
  readonly tellsOffset: boolean;
  readonly isMerge: boolean;
  /** Marks alarms by colour, with their legend; then points are of one type. */
  readonly marksAlarms: boolean;
  /** Says alarms in words, of points of any types. */
  readonly saysAlarms: boolean;
  /** What stands in each file of the zip; null: one file, no zip. */
  readonly files: readonly { readonly name: string; readonly points: readonly PlannedPoint[] }[] | null;
  /** At most so many values. */
  readonly values: number;
}

/** Checks what a download may ask for and looks up what it is about. Spec §5.4, §6 and §9. @throws Refusal */
export async function planDownload(
  { db, clock, history, limitsOver }: DataDownloadDeps,
  caller: Caller,
  wish: Wish,
  language: Language,
): Promise<Plan> {
  needInProject(caller, wish.projectId, permissionsOfFormat[wish.fileType]);
  const project = await findProjectFacts(caller.tenant, db, wish.projectId);
  if (!project) throw new Refusal(commonErrors.notFound);
  const timeZone = project.time_zone;
  const { from, to } = rangeOf(wish, timeZone, clock.now());
  const pointIds = [...new Set(wish.pointIds)];
  if (pointIds.length === 0) throw new Refusal(dataDownloadErrors.noPoints);
  if (pointIds.length > downloadPointLimit)
    throw new Refusal(dataDownloadErrors.tooManyPoints, { count: downloadPointLimit });

  const found = (await findPoints(caller.tenant, db, pointIds)).filter((row) => row.project_id === project.id);
  if (found.length === 0) throw new Refusal(commonErrors.notFound);
  // A file that says nothing of those it lacks would be taken for whole.
  if (found.length < pointIds.length)
    throw new Refusal(dataDownloadErrors.pointsGone, { count: pointIds.length - found.length });
  if (wish.marksAlarms) needOneType(found, language);
  const devices = await firstDevices(
    caller.tenant,
    db,
    found.map(({ id }) => id),
  );
  // What was measured after the end of the service is kept, and not shown before it is renewed.
  const shownTo = Math.max(from, Math.min(to, shownUntil(project) ?? to));
  const ids = found.map(({ id }) => id);
  const corrections = Map.groupBy(await history.corrections(ids, from, shownTo), ({ pointId }) => pointId);
  const points = found.map((row) => {
    const device = devices.get(row.id);
    const deviceName = device ? inLanguage(device.name, device.name_en, language) : null;
    return plannedPoint(
      row,
      deviceName,
      limitsAtEnd(limitsOver(row.id, from, shownTo)),
      corrections.get(row.id) ?? [],
      language,
    );
  });
  const files = wish.isZip ? filesOf(wish, points) : null;
  const { values } = sizeOfDownload({
    ...wish,
    points: files ? files.reduce((sum, file) => sum + file.points.length, 0) : points.length,
    rangeMs: to - from,
    files: files?.length ?? 1,
  });
  if (wish.fileType === 'pdf' && values > maxValuesOfPdf)
    throw new Refusal(dataDownloadErrors.tooMuchForPdf, { count: maxValuesOfPdf });
  return {
    caller,
    language,
    fileType: wish.fileType,
    projectId: project.id,
    projectName: (await namesOfProject(caller.tenant, db, project.id))?.[language] ?? '',
    timeZone,
    points,
    from,
    to: shownTo,
    intervalMinutes: wish.intervalMinutes,
    edges: localIntervals(from, shownTo, wish.intervalMinutes * 60_000, timeZone),
    tellsOffset: offsetStretches(from, shownTo, timeZone).length > 1 || isSecondOfTwo(from, timeZone),
    isMerge: wish.isMerge,
    marksAlarms: wish.marksAlarms,
    saysAlarms: wish.saysAlarms,
    files,
    values,
  };
}

const limitsAtEnd = (stretches: readonly LimitStretch[]): PointLimits | null => stretches.at(-1)?.limits ?? null;

/** Local clocks showed this time an hour before already. */
const isSecondOfTwo = (epochMs: number, timeZone: string): boolean =>
  epochOfLocal(localOfEpoch(epochMs, timeZone), timeZone)! < Math.floor(epochMs / 1000) * 1000;

function rangeOf(wish: Wish, timeZone: string, now: number): { from: number; to: number } {
  const { from, to } = checkedRange({ start: wish.start, end: wish.end, timeZone, now });
  const minutes = downloadIntervalMinutes(to - from)!;
  if (wish.intervalMinutes < minutes) throw new Refusal(dataDownloadErrors.intervalTooShort, { minutes });
  return { from, to: Math.min(to, now) };
}

/** The alarms of a selection are of one point type at a time (spec §5.4): their legend names one set of limits. */
function needOneType(rows: readonly PointRow[], language: Language): void {
  if (new Set(rows.map((row) => row.value_type)).size > 1) throw new Refusal(dataDownloadErrors.mixedKinds);
  const types = new Map(rows.map((row) => [row.point_type_id, language === 'en' ? row.type_en : row.type_zh]));
  if (types.size > 1)
    throw new Refusal(dataDownloadErrors.mixedPointTypes, {
      types: [...types.values()].join(language === 'en' ? ', ' : '、'),
    });
}

function plannedPoint(
  row: PointRow,
  deviceName: string | null,
  limits: PointLimits | null,
  corrections: readonly Correction[],
  language: Language,
): PlannedPoint {
  const pointName = inLanguage(row.name, row.name_en, language);
  return {
    id: row.id,
    pointName,
    deviceName,
    label: deviceName === null ? pointName : `${deviceName} · ${pointName}`,
    typeName: language === 'en' ? row.type_en : row.type_zh,
    unit: row.unit,
    decimals: row.decimals,
    kind: row.value_type === 'analog' ? 'analog' : 'state',
    samplingIntervalMs: row.sampling_interval_seconds * 1000,
    states: new Map(row.status_values.map((state) => [state.value, state[language]])),
    limits,
    corrections,
  };
}

/** A name as every file system takes it. */
export const fileNameOf = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{C}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100) || '-';

/** One file a point, or those the caller named. */
function filesOf(wish: Wish, points: readonly PlannedPoint[]): { name: string; points: PlannedPoint[] }[] {
  if (wish.zipFiles.length === 0) {
    const taken = new Map<string, number>();
    return points.map((point) => {
      const name = fileNameOf(point.label);
      const before = taken.get(name.toLowerCase()) ?? 0;
      taken.set(name.toLowerCase(), before + 1);
      return { name: before === 0 ? name : `${name} (${before + 1})`, points: [point] };
    });
  }
  const wanted = new Set(wish.pointIds);
  const byId = new Map(points.map((point) => [point.id, point]));
  const names = new Set<string>();
  const files = wish.zipFiles.map(({ name: wantedName, pointIds }) => {
    const name = fileNameOf(wantedName);
    if (names.has(name.toLowerCase())) throw new Refusal(dataDownloadErrors.twiceInZip, { name });
    names.add(name.toLowerCase());
    if (pointIds.some((id) => !wanted.has(id))) throw new Refusal(dataDownloadErrors.outsideZip);
    const held = [...new Set(pointIds)].map((id) => byId.get(id)).filter((point) => point !== undefined);
    return { name, points: held };
  });
  const filled = files.filter((file) => file.points.length > 0);
  if (filled.length === 0) throw new Refusal(dataDownloadErrors.noPoints);
  return filled;
}
