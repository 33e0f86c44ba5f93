import { type Bilingual, channels, type Language, onHolidays } from '@watchpost/contract';
import { clockOf } from './dutyPlan.ts';
import type { Shift } from './onDuty.ts';

const weekdayText = { zh: '一二三四五六日', en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] } as const;

/** A shift for the operation log: `Wang Qiang (Mon Tue; 20:00–08:00; every 2 weeks)`. */
export function shiftInWords(name: string, shift: Shift): Bilingual {
  const said = (language: Language): string => {
    const isChinese = language === 'zh';
    const parts: string[] = [
      isChinese
        ? `周${shift.weekdays.map((day) => weekdayText.zh[day - 1]).join('')}`
        : shift.weekdays.map((day) => weekdayText.en[day - 1]).join(' '),
    ];
    if (shift.from !== null && shift.until !== null) parts.push(`${clockOf(shift.from)}–${clockOf(shift.until)}`);
    if (shift.everyWeeks > 1)
      parts.push(
        isChinese
          ? `每 ${shift.everyWeeks} 周，自 ${shift.firstWeek}`
          : `every ${shift.everyWeeks} weeks from ${shift.firstWeek}`,
      );
    if (shift.onHolidays !== 'alike') parts.push(onHolidays[shift.onHolidays][language]);
    return isChinese ? `${name}（${parts.join('；')}）` : `${name} (${parts.join('; ')})`;
  };
  return { zh: said('zh'), en: said('en') };
}

export const waysInWords = (ways: readonly string[]): Bilingual[] =>
  ways.map((way) => channels[way as keyof typeof channels]);
