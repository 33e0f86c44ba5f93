import type { Bilingual, WarningKind } from '@watchpost/contract';
import { quantity } from '../alarms/index.ts';

/** The figures that a warning is made of. */
export interface WarningFigures {
  readonly kind: WarningKind;
  readonly value: number;
  readonly likeValue: number | null;
  readonly likeCount: number;
  readonly pastValue: number | null;
  readonly limit: number | null;
  /** Of the point. */
  readonly unit: string;
  readonly decimals: number;
}

/** The unit in which a kind is measured. */
export function unitOfKind(kind: WarningKind, pointUnit: string): Bilingual {
  switch (kind) {
    case 'dutyCycle':
      return { zh: '%', en: '%' };
    case 'pullDown':
    case 'defrostLength':
      return { zh: '分钟', en: 'min' };
    case 'defrostCount':
      return { zh: '次/天', en: 'a day' };
    case 'drift':
    case 'limitSoon':
    case 'limitAhead':
      return { zh: pointUnit, en: pointUnit };
  }
}

/**
 * A warning in a sentence: the finding, what it was before, and the figure of the peers. When a limit is expected is not in it:
 * screens say that in the reader's own clock.
 *
 * Example: `Cooled 71 % of the day, before 52 %; 4 peers 54 %`.
 */
export function warningText(figures: WarningFigures): Bilingual {
  const { kind, unit, likeCount } = figures;
  const words = unitOfKind(kind, unit);
  const isWhole = kind === 'dutyCycle' || kind === 'pullDown' || kind === 'defrostLength';
  const decimals = isWhole ? 0 : Math.max(1, figures.decimals);
  const said = (value: number): Bilingual => ({
    zh: quantity(value, { unit: words.zh, decimals }),
    en: quantity(value, { unit: words.en, decimals }),
  });
  const value = said(figures.value);
  const past = figures.pastValue === null ? null : said(figures.pastValue);
  const like = figures.likeValue === null ? null : said(figures.likeValue);
  const compared: Bilingual = {
    zh: `${past ? `，此前 ${past.zh}` : ''}${like ? `；${likeCount} 台同类设备 ${like.zh}` : ''}`,
    en: `${past ? `, before ${past.en}` : ''}${like ? `; ${likeCount} peers ${like.en}` : ''}`,
  };
  const limit = figures.limit === null ? { zh: '', en: '' } : said(figures.limit);
  const withComparison = (zh: string, en: string): Bilingual => ({ zh: zh + compared.zh, en: en + compared.en });
  switch (kind) {
    case 'dutyCycle':
      return withComparison(`每天制冷时间占 ${value.zh}`, `Cooled ${value.en} of the day`);
    case 'pullDown':
      return withComparison(
        `化霜或开门后降温需 ${value.zh}`,
        `Takes ${value.en} to come down after a defrost or an open door`,
      );
    case 'defrostLength':
      return withComparison(`每次化霜 ${value.zh}`, `Defrosts take ${value.en}`);
    case 'defrostCount':
      return withComparison(`化霜 ${value.zh}`, `Defrosts ${value.en}`);
    case 'drift': {
      const moved = said(Math.abs(figures.value - (figures.pastValue ?? 0)));
      const isUp = figures.value > (figures.pastValue ?? 0);
      return {
        zh: `读数逐渐偏离同类点位，${isUp ? '偏高' : '偏低'} ${moved.zh}（对比 ${likeCount} 个点位）；请用标准表核对`,
        en: `Reads ${moved.en} ${isUp ? 'higher' : 'lower'} than it did beside ${likeCount} peers, slowly; check it against a reference`,
      };
    }
    case 'limitSoon':
      return {
        zh: `现为 ${value.zh}，正稳定地接近限值 ${limit.zh}`,
        en: `${value.en} and steadily nearing the limit ${limit.en}`,
      };
    case 'limitAhead':
      return {
        zh: `每天的极值已到 ${value.zh}，逐日接近限值 ${limit.zh}`,
        en: `The day’s extreme is ${value.en} and nears the limit ${limit.en} day by day`,
      };
  }
}
