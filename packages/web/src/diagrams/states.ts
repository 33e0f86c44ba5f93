import {
  type Bilingual,
  type DeviceRow,
  type PointValue,
  pointDataOf,
  type ShownNode,
  symbolOf,
} from '@watchpost/contract';
import { alarmLevelOf, isOffline, type NotShown, notShownOf } from '../devices/index.ts';
import { isBeyond, nextPending } from '../points/index.ts';

/** How one part of a symbol is drawn. `unbound`: no point tells it; `unknown`: its point tells nothing now. */
export type PartState = 'on' | 'off' | 'unknown' | 'unbound';

/** What is known of a symbol now. */
export interface Facts {
  readonly notVisible: boolean;
  /** Of the worst alarm of its points, and of its device where it stands for one. */
  readonly level: 1 | 2 | 3 | null;
  /** Why an alarm of it, or of its device, is not shown; null: all are. */
  readonly notShown: NotShown | null;
  /** Until when alarms are suppressed by another state, with its name. */
  readonly pausedBy: { readonly words: Bilingual; readonly until: number } | null;
  /** Of its first bound point. */
  readonly data: 'known' | 'silent' | 'never' | 'bad';
  /** The moment of the last value, or since when its line is silent; null: never. */
  readonly since: number | null;
  readonly reason: { readonly code: string | null; readonly exception: number | null };
  /** When an alarm is due, epoch ms; null: none is pending, or its delay stands still. */
  readonly pending: { readonly due: number | null } | null;
  readonly isBeyond: boolean;
  readonly hasFault: boolean;
  readonly isManual: boolean;
  /** Of the first state it is bound to. */
  readonly body: PartState;
  readonly isBound: boolean;
}

interface Look extends Bilingual {
  readonly when: (facts: Facts) => boolean;
}

/**
 * The looks of a symbol; the first that holds wins. All of them read without colour: by outline, hatch, fill, mark and word. After
 * ISA-101: what is normal is grey, and green never means good.
 */
export const looks = {
  notVisible: { zh: '无权查看', en: 'Not visible', when: ({ notVisible }) => notVisible },
  urgent: { zh: '紧急', en: 'Urgent', when: ({ level }) => level === 1 },
  important: { zh: '重要', en: 'Important', when: ({ level }) => level === 2 },
  general: { zh: '一般', en: 'General', when: ({ level }) => level === 3 },
  unbound: { zh: '未绑定', en: 'Not bound', when: ({ isBound }) => !isBound },
  silent: { zh: '无数据', en: 'No data', when: ({ data }) => data === 'silent' || data === 'never' },
  bad: { zh: '数据无效', en: 'Bad data', when: ({ data }) => data === 'bad' },
  // A maintenance window alone hides no alarm; the mark of the symbol tells it.
  notShown: {
    zh: '报警未显示',
    en: 'Alarm not shown',
    when: ({ notShown }) => notShown !== null && notShown.level !== null,
  },
  paused: { zh: '报警暂停', en: 'Alarms paused', when: ({ pausedBy }) => pausedBy !== null },
  pending: { zh: '即将报警', en: 'About to alarm', when: ({ pending }) => pending !== null },
  beyond: { zh: '超限', en: 'Beyond limits', when: (facts) => facts.isBeyond },
  fault: { zh: '故障信号', en: 'Fault signal', when: ({ hasFault }) => hasFault },
  manual: { zh: '手动', en: 'Manual', when: ({ isManual }) => isManual },
  on: { zh: '运行／打开', en: 'Running, open, on', when: ({ body }) => body === 'on' },
  off: { zh: '停止／关闭', en: 'Stopped, closed, off', when: ({ body }) => body === 'off' },
  normal: { zh: '正常', en: 'Normal', when: () => true },
} satisfies Record<string, Look>;
export type LookCode = keyof typeof looks;

export const lookOf = (facts: Facts): LookCode =>
  (Object.keys(looks) as LookCode[]).find((code) => (looks[code] as Look).when(facts)) ?? 'normal';

/** The points that a symbol is bound to, in the order of its inputs. */
export function boundPoints(
  node: ShownNode,
  pointOf: ReadonlyMap<number, PointValue>,
): { input: string; point: PointValue | null }[] {
  return Object.keys(symbolOf(node.symbol).inputs).flatMap((input) => {
    const id = node.bind[input];
    return id === undefined ? [] : [{ input, point: pointOf.get(id) ?? null }];
  });
}

/** How a part is drawn whose input is this point. */
export function partState(point: PointValue | null | undefined, now: number): PartState {
  if (point === undefined) return 'unbound';
  if (point === null || pointDataOf(point, now) !== 'known') return 'unknown';
  return point.Value === 0 ? 'off' : 'on';
}

/** Inputs that do not say whether it runs. */
const besides = new Set(['fault', 'manual']);

/** A symbol of a device shows what is hidden of all of it; another one what is hidden of its points. */
function notShownAt(
  isDevice: boolean,
  device: DeviceRow | undefined,
  bound: readonly { readonly point: PointValue | null }[],
  now: number,
): NotShown | null {
  if (!device) return null;
  const own = new Set(bound.flatMap(({ point }) => point?.PointId ?? []));
  const HiddenList = device.HiddenList.filter(({ PointId }) => isDevice || (PointId !== null && own.has(PointId)));
  // Suppression by a state has a look of its own.
  return notShownOf({ HiddenList, Maintenance: isDevice ? device.Maintenance : null, Points: [] }, now);
}

/**
 * What a symbol shows is known of it.
 *
 * @param neverPoints of a moment of the past: points of devices of which nothing is kept from before it; null: the present is
 *   shown, and a point without a time was never heard
 */
export function factsOf(
  node: ShownNode,
  device: DeviceRow | undefined,
  pointOf: ReadonlyMap<number, PointValue>,
  now: number,
  neverPoints: ReadonlySet<number> | null = null,
): Facts {
  const spec = symbolOf(node.symbol);
  const bound = boundPoints(node, pointOf);
  const known = bound.flatMap(({ point }) => (point ? [point] : []));
  const levels = known.flatMap(({ AlarmLevel }) => (AlarmLevel !== null && AlarmLevel < 4 ? [AlarmLevel] : []));
  const ofDevice = spec.isDevice && device ? alarmLevelOf(device) : null;
  if (ofDevice !== null) levels.push(ofDevice);
  const first = bound[0]?.point;
  const data = first ? pointDataOf(first, now) : bound.length > 0 ? 'silent' : 'known';
  const isSilent = spec.isDevice && device !== undefined && bound.length === 0 && isOffline(device, now);
  const isNever = (point: PointValue) =>
    point.Time === null && (neverPoints === null || neverPoints.has(point.PointId));
  const due = known.flatMap((point) => nextPending(point) ?? [])[0];
  const held = known
    .flatMap(({ Pending }) => Pending.flatMap(({ HeldBy }) => (HeldBy && HeldBy.UntilEPOCH > now ? [HeldBy] : [])))
    .sort((a, b) => b.UntilEPOCH - a.UntilEPOCH)[0];
  const state = bound.find(({ input }) =>
    // A case whose door is shut has not stopped: only what runs says so of a whole device.
    spec.isDevice ? input === 'running' : spec.inputs[input]?.kind === 'state' && !besides.has(input),
  );
  const isSet = (input: string) => partState(bound.find((each) => each.input === input)?.point, now) === 'on';
  return {
    notVisible: node.notVisible === true,
    level: levels.length > 0 ? (Math.min(...levels) as 1 | 2 | 3) : null,
    notShown: notShownAt(spec.isDevice === true, device, bound, now),
    pausedBy: held ? { words: { zh: held.Zh, en: held.En }, until: held.UntilEPOCH } : null,
    data: isSilent
      ? neverPoints && device.Points.length > 0 && device.Points.every(isNever)
        ? 'never'
        : 'silent'
      : data === 'silent' && (first ? isNever(first) : neverPoints === null)
        ? 'never'
        : data,
    since: first ? (first.SilentSinceEPOCH ?? first.Time) || first.Time : null,
    reason: { code: first?.QualityReason ?? null, exception: first?.ExceptionCode ?? null },
    pending: due ? { due: due.DueEPOCH } : null,
    isBeyond: known.some((point) => isBeyond(point) && pointDataOf(point, now) === 'known'),
    hasFault: isSet('fault'),
    isManual: isSet('manual'),
    body: state ? partState(state.point, now) : 'unbound',
    isBound:
      bound.length > 0 || (spec.isDevice === true && node.device !== null) || Object.keys(spec.inputs).length === 0,
  };
}
