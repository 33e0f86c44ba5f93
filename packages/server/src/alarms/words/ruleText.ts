import type { Bilingual } from '@watchpost/contract';
import {
  type AlarmRule,
  type Band,
  type Bands,
  durationText,
  type Period,
  type PointReference,
  quantity,
  type Severity,
} from '../engine/index.ts';
import { severityText } from './severityText.ts';

/** In the order people read limits. */
const bandText: readonly (readonly [Band, Bilingual])[] = [
  ['highHigh', { zh: '高于上上限', en: 'above high-high limit' }],
  ['high', { zh: '高于上限', en: 'above high limit' }],
  ['low', { zh: '低于下限', en: 'below low limit' }],
  ['lowLow', { zh: '低于下下限', en: 'below low-low limit' }],
];

export interface RuleTextOptions {
  readonly unit: string;
  readonly decimals: number;
  readonly statusValues: readonly ({ readonly value: number } & Bilingual)[];
  /** What another point is called, and its states; without it or where it gives nothing, "another point". */
  readonly other?: (reference: PointReference) => OtherPoint | null;
}

export interface OtherPoint {
  readonly name: Bilingual;
  readonly statusValues: RuleTextOptions['statusValues'];
  readonly valueType?: 'analog' | 'status';
}

/**
 * A rule in words, both languages.
 *
 * Example: `Above high limit −15.0 °C (important), for 10 min; clears 1.0 °C inside for 2 min`.
 */
export function ruleText(rule: AlarmRule, options: RuleTextOptions): Bilingual {
  const condition = conditionText(rule, options);
  if (rule.kind === 'noData') return capitalized(condition);
  const when = whenText(rule, options);
  if (rule.kind === 'frozen') return capitalized(joined(condition, when));
  const on = rule.onDelaySeconds > 0 ? durationText(rule.onDelaySeconds) : null;
  const off = rule.offDelaySeconds > 0 ? durationText(rule.offDelaySeconds) : null;
  const deadband =
    (rule.kind === 'limit' || rule.kind === 'deviation') && rule.deadband > 0 ? quantity(rule.deadband, options) : null;
  const over = {
    zh: [deadband && `回到限值以内 ${deadband} `, off && `稳定 ${off.zh}`].filter(Boolean).join('并'),
    en: [deadband && `${deadband} inside`, off && `${deadband ? 'for' : 'after'} ${off.en}`].filter(Boolean).join(' '),
  };
  const alarms = {
    zh: `${condition.zh}${on ? `，持续 ${on.zh}` : ''}${over.zh ? `；${over.zh}后恢复` : ''}`,
    en: `${condition.en}${on ? `, for ${on.en}` : ''}${over.en ? `; clears ${over.en}` : ''}`,
  };
  return capitalized(joined(alarms, when));
}

const joined = (a: Bilingual, b: Bilingual | null): Bilingual =>
  b === null ? a : { zh: `${a.zh}；${b.zh}`, en: `${a.en}; ${b.en}` };

/** In which hours it holds, and when it looks away. */
function whenText(rule: AlarmRule, options: RuleTextOptions): Bilingual | null {
  if (!('onlyWhile' in rule || 'periods' in rule)) return null;
  const parts: Bilingual[] = [];
  if (rule.periods?.length) {
    const all = rule.periods.map(periodText);
    parts.push({
      zh: `仅在${all.map(({ zh }) => zh).join('、')} 有效`,
      en: `only ${all.map(({ en }) => en).join(' and ')}`,
    });
  }
  if (rule.onlyWhile) {
    const all = rule.onlyWhile.map(({ point, values, settleSeconds, maxHiddenSeconds }) => {
      const name = nameOf(point, options);
      const states = values.map((value) => stateText(value, options.other?.(point)?.statusValues ?? []));
      const longest = durationText(maxHiddenSeconds);
      const settle = settleSeconds > 0 ? durationText(settleSeconds) : null;
      return {
        zh: `${name.zh}为${states.map(({ zh }) => zh).join('或')}（${settle ? `恢复后再等 ${settle.zh}，` : ''}最长抑制 ${longest.zh}）`,
        en: `${name.en} is ${states.map(({ en }) => en).join(' or ')} (${settle ? `and ${settle.en} after, ` : ''}hidden for ${longest.en} at most)`,
      };
    });
    parts.push({
      zh: `仅当${all.map(({ zh }) => zh).join('且')}时判断`,
      en: `only while ${all.map(({ en }) => en).join(' and ')}`,
    });
  }
  return parts.reduce<Bilingual | null>((all, part) => (all === null ? part : joined(all, part)), null);
}

/** A state as its point calls it. */
export function stateText(value: number, statusValues: RuleTextOptions['statusValues']): Bilingual {
  const known = statusValues.find((status) => status.value === value);
  return { zh: `“${known?.zh ?? value}”`, en: `“${known?.en ?? value}”` };
}

const dayNames: readonly Bilingual[] = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
  { zh: '节假日', en: 'holidays' },
];

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function periodText({ days, fromMinute, untilMinute, endsNextDay }: Period): Bilingual {
  const isEveryDay = [1, 2, 3, 4, 5, 6, 7].every((day) => days.includes(day));
  const named = dayNames.filter((_, i) => days.includes(i + 1) && !(isEveryDay && i < 7));
  const zh = [isEveryDay ? '每天' : null, ...named.map((day) => day.zh)].filter(Boolean).join('、');
  const en = [isEveryDay ? 'daily' : null, ...named.map((day) => day.en)].filter(Boolean).join(', ');
  const hours = `${clock(fromMinute)}–${clock(untilMinute)}`;
  return { zh: `${zh} ${endsNextDay ? hours.replace('–', '–次日 ') : hours}`, en: `${en} ${hours}` };
}

const nameOf = (reference: PointReference, options: RuleTextOptions): Bilingual =>
  options.other?.(reference)?.name ?? { zh: '另一点位', en: 'another point' };

function conditionText(rule: AlarmRule, options: RuleTextOptions): Bilingual {
  const level = (severity: Severity): Bilingual => ({
    zh: `（${severityText(severity).zh}）`,
    en: ` (${severityText(severity).en})`,
  });
  const bandsText = (bands: Bands): Bilingual => {
    const parts = bandText.flatMap(([band, words]) => {
      const limit = bands[band];
      if (!limit) return [];
      const number = quantity(limit.limit, options);
      const name = limit.from && nameOf(limit.from, options);
      const offset = limit.limit < 0 ? ` − ${quantity(-limit.limit, options)}` : ` + ${number}`;
      const shown = name
        ? { zh: `${name.zh}${limit.limit === 0 ? '' : offset}`, en: `${name.en}${limit.limit === 0 ? '' : offset}` }
        : { zh: number, en: number };
      const { zh, en } = level(limit.severity);
      return [{ zh: `${words.zh} ${shown.zh}${zh}`, en: `${words.en} ${shown.en}${en}` }];
    });
    return { zh: parts.map(({ zh }) => zh).join('、'), en: parts.map(({ en }) => en).join(' or ') };
  };
  switch (rule.kind) {
    case 'limit': {
      const own = bandsText(rule.bands);
      const sets = (rule.periods ?? []).flatMap((period) => (period.bands ? [{ period, bands: period.bands }] : []));
      const ofPeriods = sets.map(({ period, bands }) => {
        const hours = periodText(period);
        const limits = bandsText(bands);
        return { zh: `${hours.zh} ${limits.zh}`, en: `${hours.en} ${limits.en}` };
      });
      const all = [...(own.zh ? [own] : []), ...ofPeriods];
      return { zh: all.map(({ zh }) => zh).join('；'), en: all.map(({ en }) => en).join('; ') };
    }
    case 'frozen': {
      const { zh, en } = level(rule.severity);
      const after = durationText(rule.afterSeconds);
      const tolerance = rule.tolerance > 0 ? quantity(rule.tolerance, options) : null;
      return {
        zh: `数值 ${after.zh}不变${tolerance ? `（变化不超过 ${tolerance}）` : ''}${zh}`,
        en: `value unchanged for ${after.en}${tolerance ? `, within ${tolerance}` : ''}${en}`,
      };
    }
    case 'rateOfChange': {
      const { zh, en } = level(rule.severity);
      const words = {
        rise: { zh: '上升', en: 'rises' },
        fall: { zh: '下降', en: 'falls' },
        either: { zh: '变化', en: 'changes' },
      }[rule.direction];
      const by = quantity(rule.limit, options);
      const window = durationText(rule.windowSeconds);
      return {
        zh: `${window.zh}内${words.zh}超过 ${by}${zh}`,
        en: `${words.en} by more than ${by} within ${window.en}${en}`,
      };
    }
    case 'deviation': {
      const { zh, en } = level(rule.severity);
      const by = quantity(rule.limit, options);
      const name = nameOf(rule.from, options);
      const words = {
        above: { zh: `高于${name.zh}超过`, en: `above ${name.en} by more than` },
        below: { zh: `低于${name.zh}超过`, en: `below ${name.en} by more than` },
        either: { zh: `与${name.zh}相差超过`, en: `apart from ${name.en} by more than` },
      }[rule.direction];
      return { zh: `${words.zh} ${by}${zh}`, en: `${words.en} ${by}${en}` };
    }
    case 'state': {
      const words = rule.values.map((value) => stateText(value, options.statusValues));
      const { zh, en } = level(rule.severity);
      return {
        zh: `处于${words.map((word) => word.zh).join('或')}${zh}`,
        en: `while ${words.map((word) => word.en).join(' or ')}${en}`,
      };
    }
    case 'noData': {
      const silence = durationText(rule.afterSeconds);
      const { zh, en } = level(rule.severity);
      return { zh: `${silence.zh}无数据${zh}`, en: `no data for ${silence.en}${en}` };
    }
    case 'badQuality': {
      const { zh, en } = level(rule.severity);
      return { zh: `数据质量差${zh}`, en: `bad quality${en}` };
    }
    case 'communicationLoss': {
      const { zh, en } = level(rule.severity);
      return { zh: `通讯中断${zh}`, en: `communication loss${en}` };
    }
  }
}

const capitalized = ({ zh, en }: Bilingual): Bilingual => ({ zh, en: en.charAt(0).toUpperCase() + en.slice(1) });
