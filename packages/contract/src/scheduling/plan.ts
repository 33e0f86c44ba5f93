import type { Language } from '../call.ts';

/** `@once 2026-12-31 18:00`: day, time, seconds. */
export const onceExpression = /^@once\s+(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/i;
/** Such as `@sunset`, `@sunrise+00:30`, `@sunset-15m`: what, sign, hours and minutes, or minutes alone. */
export const sunExpression = /^@(sunrise|sunset)(?:([+-])(?:(\d{1,2}):([0-5]\d)|(\d{1,3})m))?$/i;

/** Times of a day: at one minute of some hours, as cron says them. */
interface Times {
  readonly hours: readonly number[];
  readonly minute: number;
}

/** A time expression as people choose it by clicks. */
export type SchedulePlan =
  | ({ readonly kind: 'daily' } & Times)
  /** 1 Monday to 7 Sunday. */
  | ({ readonly kind: 'weekly'; readonly weekdays: readonly number[] } & Times)
  /** 1 to 31. */
  | ({ readonly kind: 'monthly'; readonly days: readonly number[]; readonly lastDay: boolean } & Times)
  | { readonly kind: 'every'; readonly minutes: number }
  /** Minutes after it; before it below 0. */
  | { readonly kind: 'sunrise' | 'sunset'; readonly offset: number }
  /** `YYYY-MM-DD` and `HH:mm`. */
  | { readonly kind: 'once'; readonly day: string; readonly time: string };
export type SchedulePlanKind = SchedulePlan['kind'];

/** Lengths, minutes, that a day is divided by without a rest. */
export const everyMinutes = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720] as const;
/** Farther from the sun nobody plans by clicks, minutes. */
export const farthestFromSun = 720;

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Numbers of a field such as `8,20` or `1-5`; null: it says something else. */
function numbersOf(field: string, min: number, max: number, names: readonly string[] = []): number[] | null {
  const number = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    return named >= 0 ? named : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  };
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const [from = '', to = from, ...more] = part.split('-');
    const [first, last] = [number(from), number(to)];
    if (more.length > 0 || !(first >= min && last <= max && first <= last)) return null;
    for (let each = first; each <= last; each++) found.add(each);
  }
  return [...found].sort((a, b) => a - b);
}

/** The same expression in five fields: seconds at 0 and any year are said by leaving them out. */
function fiveFields(expression: string): string[] | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 7 && fields[6] !== '*') return null;
  if (fields.length > 5 && !/^0+$/.test(fields[0]!)) return null;
  const five = fields.length > 5 ? fields.slice(1, 6) : fields;
  return five.length === 5 ? five.map((field) => (field === '?' ? '*' : field)) : null;
}

/** What clicks say for an expression; null: they cannot. */
export function planOf(expression: string): SchedulePlan | null {
  const text = expression.trim();
  const once = onceExpression.exec(text);
  if (once) return once[3] === undefined ? { kind: 'once', day: once[1]!, time: once[2]! } : null;
  const sun = sunExpression.exec(text);
  if (sun) {
    const [, name, sign, hours = '0', minutes = '0', only] = sun;
    const offset = only === undefined ? Number(hours) * 60 + Number(minutes) : Number(only);
    const kind = name!.toLowerCase() as 'sunrise' | 'sunset';
    return offset > farthestFromSun ? null : { kind, offset: sign === '-' && offset > 0 ? -offset : offset };
  }
  const [minuteField = '', hourField = '', dayField, monthField, weekdayField] = fiveFields(text) ?? [];
  if (dayField === undefined || weekdayField === undefined || monthField !== '*') return null;
  const every = everyOf(minuteField, hourField);
  if (every !== null) return dayField === '*' && weekdayField === '*' ? { kind: 'every', minutes: every } : null;
  const [minute, ...otherMinutes] = numbersOf(minuteField, 0, 59) ?? [];
  const hours = numbersOf(hourField, 0, 23);
  if (minute === undefined || otherMinutes.length > 0 || hours === null) return null;
  if (dayField === '*' && weekdayField === '*') return { kind: 'daily', hours, minute };
  if (dayField === '*') {
    const days = numbersOf(weekdayField, 0, 7, weekdayNames);
    const weekdays = days && [...new Set(days.map((day) => day || 7))].sort((a, b) => a - b);
    if (weekdays === null) return null;
    return weekdays.length === 7 ? { kind: 'daily', hours, minute } : { kind: 'weekly', weekdays, hours, minute };
  }
  // With both, cron means either of them.
  if (weekdayField !== '*') return null;
  const parts = dayField.split(',');
  const lastDay = parts.includes('L');
  const numbered = parts.filter((part) => part !== 'L').join();
  const days = numbered === '' ? [] : numbersOf(numbered, 1, 31);
  return days && { kind: 'monthly', days, lastDay, hours, minute };
}

function everyOf(minuteField: string, hourField: string): number | null {
  const step = (field: string): number =>
    Number(/^\*\/(\d{1,2})$/.exec(field)?.[1] ?? (field === '*' ? 1 : Number.NaN));
  const minutes = hourField === '*' ? step(minuteField) : Number.NaN;
  const hours = /^0+$/.test(minuteField) ? step(hourField) * 60 : Number.NaN;
  return everyMinutes.find((each) => (each < 60 ? each === minutes : each === hours)) ?? null;
}

/** The expression that a plan stands for. */
export function expressionOf(plan: SchedulePlan): string {
  switch (plan.kind) {
    case 'once':
      return `@once ${plan.day} ${plan.time}`;
    case 'sunrise':
    case 'sunset': {
      const minutes = Math.abs(plan.offset);
      return minutes === 0 ? `@${plan.kind}` : `@${plan.kind}${plan.offset < 0 ? '-' : '+'}${minutes}m`;
    }
    case 'every':
      if (plan.minutes === 1) return '* * * * *';
      if (plan.minutes < 60) return `*/${plan.minutes} * * * *`;
      return plan.minutes === 60 ? '0 * * * *' : `0 */${plan.minutes / 60} * * *`;
    default: {
      const days = plan.kind === 'monthly' ? [...plan.days, ...(plan.lastDay ? ['L'] : [])].join() : '*';
      return `${plan.minute} ${plan.hours.join()} ${days} * ${plan.kind === 'weekly' ? plan.weekdays.join() : '*'}`;
    }
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
const weekdayWords = {
  zh: ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const;

/** 1 Monday to 7 Sunday. */
export const weekdayInWords = (weekday: number, language: Language): string =>
  language === 'zh' ? `周${weekdayWords.zh[weekday - 1]}` : weekdayWords.en[weekday - 1]!;

const joined = (words: readonly string[], language: Language): string =>
  language === 'zh'
    ? words.join('、')
    : words.length < 2
      ? words.join()
      : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

function weekdaysInWords(weekdays: readonly number[], language: Language): string {
  const isRun = weekdays.length > 2 && weekdays.at(-1)! - weekdays[0]! === weekdays.length - 1;
  const words = (isRun ? [weekdays[0]!, weekdays.at(-1)!] : weekdays).map((day) => weekdayInWords(day, language));
  return isRun ? words.join(language === 'zh' ? '至' : ' to ') : joined(words, language);
}

/** When a plan is due, in a sentence: `Monday to Friday at 22:00`. */
export function planInWords(plan: SchedulePlan, language: Language): string {
  const zh = language === 'zh';
  switch (plan.kind) {
    case 'once':
      return zh ? `仅一次，${plan.day} ${plan.time}` : `Once, ${plan.day} ${plan.time}`;
    case 'sunrise':
    case 'sunset': {
      const sun = plan.kind === 'sunrise' ? { zh: '日出', en: 'sunrise' } : { zh: '日落', en: 'sunset' };
      const minutes = Math.abs(plan.offset);
      if (minutes === 0) return zh ? `${sun.zh}时` : `At ${sun.en}`;
      return zh
        ? `${sun.zh}${plan.offset < 0 ? '前' : '后'} ${minutes} 分钟`
        : `${minutes} minute${minutes === 1 ? '' : 's'} ${plan.offset < 0 ? 'before' : 'after'} ${sun.en}`;
    }
    case 'every': {
      const [count, unit] =
        plan.minutes < 60
          ? [plan.minutes, { zh: '分钟', en: 'minute' }]
          : [plan.minutes / 60, { zh: '小时', en: 'hour' }];
      return zh ? `每 ${count} ${unit.zh}` : count === 1 ? `Every ${unit.en}` : `Every ${count} ${unit.en}s`;
    }
    default: {
      const times = joined(
        plan.hours.map((hour) => `${two(hour)}:${two(plan.minute)}`),
        language,
      );
      if (plan.kind === 'daily') return zh ? `每天 ${times}` : `Every day at ${times}`;
      if (plan.kind === 'weekly') {
        const days = weekdaysInWords(plan.weekdays, language);
        return zh ? `每${days} ${times}` : `${days} at ${times}`;
      }
      const last = plan.lastDay ? [zh ? '最后一天' : 'the last day'] : [];
      const days = plan.days.map((day) => (zh ? `${day} 日` : `day ${day}`));
      const said = joined([...days, ...last], language);
      return zh ? `每月 ${said} ${times}` : `${said[0]!.toUpperCase()}${said.slice(1)} of the month at ${times}`;
    }
  }
}

/** An expression in a sentence; what clicks cannot say stands as it was entered. */
export function expressionInWords(expression: string, language: Language): string {
  const plan = planOf(expression);
  if (plan !== null) return planInWords(plan, language);
  return language === 'zh' ? `自定义 ${expression}` : `Own expression ${expression}`;
}
