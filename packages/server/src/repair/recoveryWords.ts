import { type Bilingual, type RecoveryState, recoveryStates } from '@watchpost/contract';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { type SourcePart, sourceParts } from './recoveryEvidence.ts';

/** Why recovery cannot be verified. Stored with orders. */
export const recoveryReasons = {
  noPoints: { zh: '没有可观察的点位', en: 'no point to observe' },
  noData: { zh: '没有有效数据', en: 'no valid data' },
  stillAlarming: { zh: '报警仍未消除', en: 'the alarm is still active' },
  beyond: { zh: '仍超出限值', en: 'still beyond its limit' },
  sensorReplaced: {
    zh: '探头或其读取方式已更改，没有其他读数印证',
    en: 'the probe or how it is read was changed, and no other reading confirms it',
  },
  limitLoosened: { zh: '只在放宽后的限值内', en: 'within the loosened limit only' },
  setpointMoved: {
    zh: '设定值已更改，此后尚无完整的制冷循环',
    en: 'the setpoint was changed, and no cooling cycle has ended since',
  },
} as const satisfies Record<string, Bilingual>;
export type RecoveryReason = keyof typeof recoveryReasons;

/** `观察中` / `observing`, or with its reason. */
export function whyNotVerified(state: RecoveryState | null, reason: string | null): Bilingual {
  const words = recoveryStates[state ?? 'waiting'];
  const why = (recoveryReasons as Readonly<Record<string, Bilingual>>)[reason ?? ''];
  const en = words.en.toLowerCase();
  return why ? { zh: `${words.zh}：${why.zh}`, en: `${en}: ${why.en}` } : { zh: words.zh, en };
}

/** What a verdict noticed beside the readings, with names and values as they were then. Stored with orders. */
export type RecoveryFinding =
  | {
      readonly kind: 'sensorReplaced';
      readonly point: Bilingual;
      readonly parts: readonly SourcePart[];
      /** What says the same; null: nothing yet. */
      readonly confirmedBy: Bilingual | null;
    }
  | {
      readonly kind: 'limitLoosened';
      readonly point: Bilingual;
      readonly was: string;
      /** Null: nothing limits the point any more. */
      readonly now: string | null;
      /** When it was changed, epoch ms; null: not known. */
      readonly changedAt: number | null;
    }
  | {
      readonly kind: 'setpointMoved';
      readonly from: string;
      readonly to: string;
      readonly isUp: boolean;
      /** A cooling cycle has ended since the finish; null: the device has no point that says so. */
      readonly hasCycled: boolean | null;
    };

export const handReading: Bilingual = { zh: '人工测量值', en: 'the reading by hand' };

export function findingText(finding: RecoveryFinding, timeZone: string): Bilingual {
  switch (finding.kind) {
    case 'sensorReplaced': {
      const { point, parts, confirmedBy } = finding;
      const words = parts.map((part) => sourceParts[part]);
      const zh = `${point.zh}在报修后更改了${words.map((each) => each.zh).join('、')}`;
      const en = `${point.en} is read differently than at the report (${words.map((each) => each.en).join(', ')})`;
      return confirmedBy === null
        ? { zh: `${zh}，尚无其他读数印证`, en: `${en}; no other reading confirms it` }
        : { zh: `${zh}，与${confirmedBy.zh}一致`, en: `${en}; ${confirmedBy.en} agrees with it` };
    }
    case 'limitLoosened': {
      const { point, was, now, changedAt } = finding;
      const at = changedAt === null ? null : localOfEpoch(changedAt, timeZone).slice(5, 16);
      return now === null
        ? {
            zh: `${point.zh}报修时的限值${was}${at === null ? '' : `在${at}后`}已不再生效，仍按其判断`,
            en: `The limit of ${point.en} at the report, ${was}, no longer applies${at === null ? '' : ` since ${at}`}; it still counts here`,
          }
        : {
            zh: `${point.zh}的限值${at === null ? '' : `在${at}`}由${was}放宽到${now}，按较严的判断`,
            en: `The limit of ${point.en} was loosened from ${was} to ${now}${at === null ? '' : ` at ${at}`}; the stricter one counts`,
          };
    }
    case 'setpointMoved': {
      const { from, to, isUp, hasCycled } = finding;
      const zh = `设定值已由${from}${isUp ? '调高' : '调低'}到${to}`;
      const en = `The setpoint was ${isUp ? 'raised' : 'lowered'} from ${from} to ${to}`;
      return hasCycled === null
        ? { zh, en }
        : hasCycled
          ? { zh: `${zh}，完工后已完成一次制冷循环`, en: `${en}; a cooling cycle has ended since the finish` }
          : { zh: `${zh}，完工后尚无完整的制冷循环`, en: `${en}; no cooling cycle has ended since the finish` };
    }
  }
}
