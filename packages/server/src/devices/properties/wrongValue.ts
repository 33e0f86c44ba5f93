import type { Bilingual } from '@watchpost/contract';
import type { Property } from './store.ts';

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** What is wrong with a value of a property, in words; null: nothing is. An empty one says nothing and is right. */
export function wrongValue({ kind, options }: Pick<Property, 'kind' | 'options'>, value: string): Bilingual | null {
  if (value === '') return null;
  if (kind === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) return { zh: '须为数字', en: 'not a number' };
  if (kind === 'date' && !isDay(value)) return { zh: '须为日期 YYYY-MM-DD', en: 'not a date (YYYY-MM-DD)' };
  if (kind === 'option' && !options.includes(value))
    return {
      zh: `须为以下之一：${options.join('、')}`,
      en: `not one of ${options.join(', ')}`,
    };
  return null;
}
