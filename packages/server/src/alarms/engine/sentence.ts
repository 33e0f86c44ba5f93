import type { AlarmEvent } from './alarmEvent.ts';
import type { Band, Severity } from './alarmRule.ts';

export interface BothLanguages {
  readonly zh: string;
  readonly en: string;
}

export interface SentenceOptions {
  /** As shown to people, for example `°C` or `%`; empty for none. */
  readonly unit: string;
  readonly decimals: number;
  /** The name of the point, for state rules: "Door open". Without it the state stands alone. */
  readonly pointName?: BothLanguages;
  /** The name of the event's status value, for state rules; without it the number is shown. */
  readonly valueText?: BothLanguages;
  /** The state rule names several statuses: how long is known of all of them together only. */
  readonly isOneOfSeveral?: boolean;
  /** Why the quality is bad, for bad-quality rules. */
  readonly qualityText?: BothLanguages;
  /** Within which time it changed, for rates of change. */
  readonly windowSeconds?: number;
}

const limitText: Record<Band, BothLanguages> = {
  highHigh: { zh: '上上限', en: 'high-high limit' },
  high: { zh: '上限', en: 'high limit' },
  low: { zh: '下限', en: 'low limit' },
  lowLow: { zh: '下下限', en: 'low-low limit' },
};

const severityText: Record<Severity, BothLanguages> = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '记录', en: 'record' },
};

const endText = {
  outsidePeriod: { zh: '报警结束：已不在规则的有效时段内', en: 'Alarm ended: outside the hours of its rule' },
  suppressedBySource: {
    zh: '报警结束：上级网关或从站通讯中断',
    en: 'Alarm ended: the gateway or slave above it lost communication',
  },
  ruleClosed: { zh: '报警结束：报警规则已关闭', en: 'Alarm ended: its rule was closed' },
  ruleDeleted: { zh: '报警结束：报警规则已删除', en: 'Alarm ended: its rule was deleted' },
  ruleEdited: { zh: '报警结束：报警规则已修改', en: 'Alarm ended: its rule was edited' },
  otherPointGone: {
    zh: '报警结束：规则所参照的另一点位已不存在',
    en: 'Alarm ended: another point that its rule looked at is no longer there',
  },
  subjectDeleted: { zh: '报警结束：监测对象已删除', en: 'Alarm ended: what it watched was deleted' },
} as const;

/**
 * What a value is held against is not named: these words are stored and sent as they are, to people who may see the one point and not
 * the other. Which one it is stands in the rule, for who may read it.
 */
const otherPoint: BothLanguages = { zh: '参照点', en: 'the reference point' };

/**
 * Says in both languages what happened and by which numbers, for the journal and for messages. No full stop, no name
 * and no time of day: the caller's layout has them; only a state is said of its point, as an operator would: "Door open". The
 * words stay true however long the alarm goes on: a length of time is "more than", which was true when it was raised. Of a limit
 * it is the time since the first limit was exceeded, which says nothing about how long the value was beyond the one that is named.
 *
 * Example: `−12.4 °C above high limit −15.0 °C, out of limits for more than 10 min` /
 * `−12.4 °C，高于上限 −15.0 °C，超限已超过 10 分钟`; `Door open for more than 45 s` / `库门打开已超过 45 秒`.
 */
export function sentence(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  const condition = conditionOf(event, options);
  const after = event.durationSeconds >= 1 ? durationText(event.durationSeconds) : null;
  switch (event.type) {
    case 'raised': {
      const { zh, en } = after ? lastingText(event, after, options) : { zh: '', en: '' };
      return event.detectedLate
        ? { zh: `补传数据中发现：${condition.zh}${zh}`, en: `Found in late data: ${condition.en}${en}` }
        : { zh: `${condition.zh}${zh}`, en: `${condition.en}${en}` };
    }
    case 'stillActive':
      return {
        zh: `补传数据中发现，${after ? `${after.zh}后` : ''}仍未恢复：${condition.zh}`,
        en: `Found in late data, still active${after ? ` after ${after.en}` : ''}: ${condition.en}`,
      };
    case 'severityChanged': {
      const to = severityText[event.severity];
      const heading = {
        rise: { zh: `升级为${to.zh}`, en: `Upgraded to ${to.en}` },
        fall: { zh: `降级为${to.zh}`, en: `Downgraded to ${to.en}` },
        same: { zh: `限值变化，仍为${to.zh}`, en: `Another limit, still ${to.en}` },
      }[event.direction];
      // The crossing has just been seen; what has a length is the time since the first one.
      return {
        zh: `${after ? `${event.isAfterHold ? '抑制解除' : '首次超限'} ${after.zh}后` : ''}${heading.zh}：${condition.zh}`,
        en: `${heading.en}${after ? `, ${after.en} after ${event.isAfterHold ? 'suppression ended' : 'the first limit was exceeded'}` : ''}: ${condition.en}`,
      };
    }
    case 'returnedToNormal':
      return returnOf(event, options);
  }
}

/**
 * A length of time as people say it: `45 s`, `10 min`, `2 h 5 min`, `3 d 4 h` / `45 秒`, `10 分钟`, …
 * Two units at most; what is smaller is dropped, as a clock does.
 */
export function durationText(seconds: number): BothLanguages {
  const whole = Math.max(0, Math.floor(seconds));
  const units = [
    { size: 86_400, zh: '天', en: 'd' },
    { size: 3600, zh: '小时', en: 'h' },
    { size: 60, zh: '分钟', en: 'min' },
    { size: 1, zh: '秒', en: 's' },
  ];
  const first = units.findIndex(({ size }) => whole >= size);
  if (first < 0) return { zh: '0 秒', en: '0 s' };
  const major = units[first]!;
  const minor = units[first + 1];
  const rest = minor === undefined ? 0 : Math.floor((whole % major.size) / minor.size);
  const say = (language: 'zh' | 'en') => {
    const start = `${Math.floor(whole / major.size)} ${major[language]}`;
    return minor === undefined || rest === 0 ? start : `${start} ${rest} ${minor[language]}`;
  };
  return { zh: say('zh'), en: say('en') };
}

/** A value with its unit and a true minus sign (U+2212); never "−0.0". */
export function quantity(value: number, { unit, decimals }: Pick<SentenceOptions, 'unit' | 'decimals'>): string {
  const digits = Math.abs(value).toFixed(decimals);
  const sign = value < 0 && Number(digits) !== 0 ? '−' : '';
  return `${sign}${digits}${unit === '' || unit === '%' ? unit : ` ${unit}`}`;
}

/** How long the condition had lasted when it became an alarm, as the end of a sentence. */
function lastingText(
  { kind, isAfterHold }: AlarmEvent,
  { zh, en }: BothLanguages,
  { isOneOfSeveral }: SentenceOptions,
): BothLanguages {
  // Its duration while suppressed is not counted; the curve shows it.
  if (isAfterHold) return { zh: `，抑制解除后已超过 ${zh}`, en: `, for more than ${en} after suppression ended` };
  if (kind === 'limit') return { zh: `，超限已超过 ${zh}`, en: `, out of limits for more than ${en}` };
  if (kind === 'deviation') return { zh: `，偏差已超过 ${zh}`, en: `, for more than ${en}` };
  if (kind === 'rateOfChange') return { zh: `，已持续超过 ${zh}`, en: `, for more than ${en}` };
  if (kind === 'state' && isOneOfSeveral) return { zh: `，异常已超过 ${zh}`, en: `, abnormal for more than ${en}` };
  return { zh: `已超过 ${zh}`, en: ` for more than ${en}` };
}

function conditionOf(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  switch (event.kind) {
    case 'limit': {
      const band = event.band ?? 'high';
      const isHigh = band === 'high' || band === 'highHigh';
      const value = event.value ?? event.extreme;
      const shown = value === null ? '' : quantity(value, options);
      const limit = event.limit === null ? '' : ` ${quantity(event.limit, options)}`;
      const name = limitText[band];
      const isBeyond = value === null || event.limit === null || (isHigh ? value > event.limit : value < event.limit);
      // Between the limit and the end of its deadband the alarm goes on, though the value is no longer beyond.
      if (!isBeyond) {
        return { zh: `${shown}，尚未完全脱离${name.zh}${limit}`, en: `${shown} not yet clear of ${name.en}${limit}` };
      }
      return {
        zh: `${shown}，${isHigh ? '高于' : '低于'}${name.zh}${limit}`,
        en: `${shown} ${isHigh ? 'above' : 'below'} ${name.en}${limit}`,
      };
    }
    case 'state': {
      return (
        stateOfPoint(event, options) ?? {
          zh: `状态为“${statusText(event, options).zh}”`,
          en: `Status “${statusText(event, options).en}”`,
        }
      );
    }
    case 'frozen': {
      const at = event.value === null ? null : quantity(event.value, options);
      return { zh: at ? `数值停在 ${at} 不变` : '数值不变', en: `Value unchanged${at ? ` at ${at}` : ''}` };
    }
    case 'rateOfChange':
      return rateText(event, options);
    case 'deviation':
      return deviationText(event, options);
    case 'noData':
      return { zh: '无数据', en: 'No data' };
    case 'badQuality': {
      const why = options.qualityText;
      return {
        zh: `数据质量差${why ? `（${why.zh}）` : ''}`,
        en: `Bad quality${why ? ` (${why.en})` : ''}`,
      };
    }
    case 'communicationLoss':
      return event.subject.type === 'gateway'
        ? { zh: '网关通讯中断', en: 'Gateway communication loss' }
        : { zh: '从站通讯中断', en: 'Slave communication loss' };
  }
}

function rateText(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  const change = event.compared ?? event.extreme;
  const value = event.value === null ? '' : quantity(event.value, options);
  const window = options.windowSeconds === undefined ? null : durationText(options.windowSeconds);
  if (change === null) return { zh: `${value}，变化过快`, en: `${value} changes too fast` };
  const by = quantity(Math.abs(change), options);
  const limit = event.limit === null ? null : quantity(event.limit, options);
  const isBeyond = event.limit === null || Math.abs(change) > event.limit;
  return {
    zh: `${value}，${window ? `${window.zh}内` : ''}${change < 0 ? '下降' : '上升'} ${by}${limit ? `，${isBeyond ? '超过' : '尚在'}允许的 ${limit}${isBeyond ? '' : ' 以内'}` : ''}`,
    en: `${value}, ${change < 0 ? 'fell' : 'rose'} ${by}${window ? ` within ${window.en}` : ''}${limit ? (isBeyond ? ` (limit ${limit})` : `, now within ${limit}`) : ''}`,
  };
}

function deviationText(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  const difference = event.compared ?? event.extreme;
  const value = event.value === null ? '' : quantity(event.value, options);
  if (difference === null)
    return { zh: `${value}，与${otherPoint.zh}偏差过大`, en: `${value} too far from ${otherPoint.en}` };
  const by = quantity(Math.abs(difference), options);
  const limit = event.limit === null ? null : quantity(event.limit, options);
  const isBeyond = event.limit === null || Math.abs(difference) > event.limit;
  return {
    zh: `${value}，比${otherPoint.zh}${difference < 0 ? '低' : '高'} ${by}${limit ? `，${isBeyond ? '超过允许偏差' : '尚未完全脱离偏差限值'} ${limit}` : ''}`,
    en: `${value}, ${by} ${difference < 0 ? 'below' : 'above'} ${otherPoint.en}${limit ? `, ${isBeyond ? 'more than' : 'not yet clear of'} ${limit}` : ''}`,
  };
}

function returnOf(event: AlarmEvent & { type: 'returnedToNormal' }, options: SentenceOptions): BothLanguages {
  const active = durationText(event.durationSeconds);
  const total = { zh: `报警持续 ${active.zh}`, en: `alarm lasted ${active.en}` };
  if (event.reason !== 'conditionOver') {
    const end = endText[event.reason];
    return { zh: `${end.zh}，${total.zh}`, en: `${end.en}; ${total.en}` };
  }
  const backSeconds = event.backSince === null ? 0 : (event.at - event.backSince) / 1000;
  const back = backSeconds >= 1 ? durationText(backSeconds) : null;
  const staying = { zh: back ? `，已稳定 ${back.zh}` : '', en: back ? ` for ${back.en}` : '' };
  const what = backTo(event, options);
  const isHigh = event.band === 'high' || event.band === 'highHigh';
  const isCompared = event.kind === 'rateOfChange' || event.kind === 'deviation';
  const extreme =
    event.extreme === null ? null : quantity(isCompared ? Math.abs(event.extreme) : event.extreme, options);
  const most = isCompared
    ? { zh: '最大', en: 'greatest' }
    : isHigh
      ? { zh: '最高', en: 'highest' }
      : { zh: '最低', en: 'lowest' };
  return {
    zh: `${what.zh}${staying.zh}；${total.zh}${extreme ? `，${most.zh} ${extreme}` : ''}`,
    en: `${what.en}${staying.en}; ${total.en}${extreme ? `, ${most.en} ${extreme}` : ''}`,
  };
}

function backTo(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  switch (event.kind) {
    case 'limit': {
      const value = event.value === null ? '' : ` ${quantity(event.value, options)}`;
      return { zh: `已恢复至${value || '正常'}，在限值以内`, en: `Back to${value || ' normal'}, within limits` };
    }
    case 'state': {
      const text = statusText(event, options);
      const { zh, en } = options.pointName ?? { zh: '状态', en: 'Status' };
      return { zh: `${zh}已恢复为“${text.zh}”`, en: `${en} back to “${text.en}”` };
    }
    case 'frozen': {
      const value = event.value === null ? '' : quantity(event.value, options);
      return {
        zh: `数值恢复变化${value ? `，现为 ${value}` : ''}`,
        en: `Value changes again${value ? `, now ${value}` : ''}`,
      };
    }
    case 'rateOfChange':
      return { zh: '变化速度已恢复正常', en: 'Rate of change back to normal' };
    case 'deviation':
      return { zh: `与${otherPoint.zh}的偏差已恢复正常`, en: `Back close to ${otherPoint.en}` };
    case 'noData':
      return { zh: '数据已恢复', en: 'Data is back' };
    case 'badQuality':
      return { zh: '数据质量已恢复', en: 'Quality is good again' };
    case 'communicationLoss':
      return { zh: '通讯已恢复', en: 'Communication is back' };
  }
}

function statusText(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  if (options.valueText !== undefined) return options.valueText;
  const number = event.value === null ? '?' : String(event.value);
  return { zh: number, en: number };
}

/**
 * A point in a state, in one breath: `Door open` / `库门打开`. A name that says the state already stands for both (`Rack fault`); what
 * does not read in one is parted by a colon (`Smoke detector: smoke detected`).
 */
function stateOfPoint(event: AlarmEvent, options: SentenceOptions): BothLanguages | null {
  const { pointName: name } = options;
  if (name === undefined || options.valueText === undefined) return null;
  const state = statusText(event, options);
  const lower = /^\p{Lu}\p{Ll}/u.test(state.en) ? state.en.charAt(0).toLowerCase() + state.en.slice(1) : state.en;
  const isOneWord = !/\s/.test(state.en);
  const isShort =
    /^\p{Script=Han}{1,4}$/u.test(state.zh) && /\p{Script=Han}$/u.test(name.zh) && !name.zh.endsWith('状态');
  return {
    zh: name.zh.endsWith(state.zh) ? name.zh : `${name.zh}${isShort ? '' : '：'}${state.zh}`,
    en: name.en.toLowerCase().endsWith(lower.toLowerCase()) ? name.en : `${name.en}${isOneWord ? '' : ':'} ${lower}`,
  };
}
