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
  /** The name of the event's status value, for state rules; without it the number is shown. */
  readonly valueText?: BothLanguages;
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
 * and no time of day: the caller's layout has them. The words stay true however long the alarm goes on: a length of time
 * is told as what led to the transition, never as "for so long now". Of a limit it is the time since the first limit was
 * passed, which says nothing about how long the value was beyond the one that is named.
 *
 * Example: `−12.4 °C above high limit −15.0 °C, raised after 10 min beyond limits` /
 * `−12.4 °C，高于上限 −15.0 °C，超限持续 10 分钟后报警`.
 */
export function sentence(event: AlarmEvent, options: SentenceOptions): BothLanguages {
  const condition = conditionOf(event, options);
  const after = event.durationSeconds >= 1 ? durationText(event.durationSeconds) : null;
  switch (event.type) {
    case 'raised': {
      const { zh, en } = after ? raisedAfter(event, after) : { zh: '', en: '' };
      return event.detectedLate
        ? { zh: `补传数据中发现：${condition.zh}${zh}`, en: `Detected late: ${condition.en}${en}` }
        : { zh: `${condition.zh}${zh}`, en: `${condition.en}${en}` };
    }
    case 'stillActive':
      return {
        zh: `补传数据中发现，${after ? `${after.zh}后` : ''}仍未恢复：${condition.zh}`,
        en: `Detected late, not over${after ? ` after ${after.en}` : ' yet'}: ${condition.en}`,
      };
    case 'severityChanged': {
      const to = severityText[event.severity];
      const heading = {
        rise: { zh: `升级为${to.zh}`, en: `Rose to ${to.en}` },
        fall: { zh: `降级为${to.zh}`, en: `Fell to ${to.en}` },
        same: { zh: `限值变化，仍为${to.zh}`, en: `Crossed to another limit, still ${to.en}` },
      }[event.direction];
      // The crossing has just been seen; what has a length is the time since the first one.
      return {
        zh: `${after ? `${event.isAfterHold ? '屏蔽解除' : '首次超限'} ${after.zh}后` : ''}${heading.zh}：${condition.zh}`,
        en: `${heading.en}${after ? `, ${after.en} after ${event.isAfterHold ? 'it was no longer held back' : 'first going beyond limits'}` : ''}: ${condition.en}`,
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

/** How long the condition had to last before it became an alarm, as the end of a sentence. */
function raisedAfter({ kind, isAfterHold }: AlarmEvent, { zh, en }: BothLanguages): BothLanguages {
  // How long it had stood while it was held back nobody counted: the curve shows it.
  if (isAfterHold) return { zh: `，屏蔽解除后又持续 ${zh}报警`, en: `, raised ${en} after it was no longer held back` };
  if (kind === 'limit') return { zh: `，超限持续 ${zh}后报警`, en: `, raised after ${en} beyond limits` };
  // A rule may name several statuses: the time is that of all of them, not of the one it stood at in the end.
  if (kind === 'rateOfChange') return { zh: `，持续 ${zh}后报警`, en: `, raised after ${en} of it` };
  if (kind === 'deviation') return { zh: `，偏差持续 ${zh}后报警`, en: `, raised after ${en} apart` };
  return { zh: `，${kind === 'state' ? '异常' : ''}持续 ${zh}后报警`, en: `, raised after ${en}` };
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
      const text = statusText(event, options);
      return { zh: `状态为“${text.zh}”`, en: `Status “${text.en}”` };
    }
    case 'frozen': {
      const at = event.value === null ? null : quantity(event.value, options);
      return { zh: `数值不再变化${at ? `，停在 ${at}` : ''}`, en: `Value stands still${at ? ` at ${at}` : ''}` };
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
    en: `${value}, ${change < 0 ? 'fell' : 'rose'} ${by}${window ? ` within ${window.en}` : ''}${limit ? `, ${isBeyond ? 'more than' : 'now within'} ${limit}` : ''}`,
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
      return { zh: `状态已恢复为“${text.zh}”`, en: `Status back to “${text.en}”` };
    }
    case 'frozen': {
      const value = event.value === null ? '' : quantity(event.value, options);
      return {
        zh: `数值恢复变化${value ? `，现为 ${value}` : ''}`,
        en: `Value moves again${value ? `, now ${value}` : ''}`,
      };
    }
    case 'rateOfChange':
      return { zh: '变化速度已恢复正常', en: 'Back to changing slowly' };
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
