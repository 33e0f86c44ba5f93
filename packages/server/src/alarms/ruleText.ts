import type { Bilingual } from '@watchpost/contract';
import { type AlarmRule, type Band, durationText, quantity, type Severity } from './engine/index.ts';
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
}

/**
 * A rule in words, both languages.
 *
 * Example: `Above high limit −15.0 °C (important), for 10 min; over when 1.0 °C inside for 2 min`.
 */
export function ruleText(rule: AlarmRule, options: RuleTextOptions): Bilingual {
  const condition = conditionText(rule, options);
  if (rule.kind === 'noData') return capitalized(condition);
  const on = rule.onDelaySeconds > 0 ? durationText(rule.onDelaySeconds) : null;
  const off = rule.offDelaySeconds > 0 ? durationText(rule.offDelaySeconds) : null;
  const deadband = rule.kind === 'limit' && rule.deadband > 0 ? quantity(rule.deadband, options) : null;
  const over = {
    zh: [deadband && `回到限值以内 ${deadband} `, off && `稳定 ${off.zh}`].filter(Boolean).join('并'),
    en: [deadband && `${deadband} inside`, off && `for ${off.en}`].filter(Boolean).join(' '),
  };
  return capitalized({
    zh: `${condition.zh}${on ? `，持续 ${on.zh}` : ''}${over.zh ? `；${over.zh}后恢复` : ''}`,
    en: `${condition.en}${on ? `, for ${on.en}` : ''}${over.en ? `; over when ${deadband ? '' : 'back '}${over.en}` : ''}`,
  });
}

function conditionText(rule: AlarmRule, options: RuleTextOptions): Bilingual {
  const level = (severity: Severity): Bilingual => ({
    zh: `（${severityText(severity).zh}）`,
    en: ` (${severityText(severity).en})`,
  });
  switch (rule.kind) {
    case 'limit': {
      const parts = bandText.flatMap(([band, words]) => {
        const limit = rule.bands[band];
        if (!limit) return [];
        const shown = quantity(limit.limit, options);
        const { zh, en } = level(limit.severity);
        return [{ zh: `${words.zh} ${shown}${zh}`, en: `${words.en} ${shown}${en}` }];
      });
      return { zh: parts.map(({ zh }) => zh).join('、'), en: parts.map(({ en }) => en).join(' or ') };
    }
    case 'state': {
      const words = rule.values.map(
        (value) =>
          options.statusValues.find((status) => status.value === value) ?? { zh: String(value), en: String(value) },
      );
      const { zh, en } = level(rule.severity);
      return {
        zh: `状态为${words.map((word) => `“${word.zh}”`).join('或')}${zh}`,
        en: `status ${words.map((word) => `“${word.en}”`).join(' or ')}${en}`,
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
