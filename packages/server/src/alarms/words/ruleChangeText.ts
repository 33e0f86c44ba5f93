import type { Bilingual } from '@watchpost/contract';
import { type AlarmRule, type Band, bandNames, durationText, quantity } from '../engine/index.ts';

interface ValueFormat {
  readonly unit: string;
  readonly decimals: number;
}

const bandWords: Readonly<Record<Band, Bilingual>> = {
  highHigh: { zh: '上上限', en: 'high-high limit' },
  high: { zh: '上限', en: 'high limit' },
  low: { zh: '下限', en: 'low limit' },
  lowLow: { zh: '下下限', en: 'low-low limit' },
};

/**
 * What an edit changed of a rule, for the journal of an alarm that goes on.
 *
 * Example: `Rule changed: high limit −15.0 °C → −16.0 °C` / `规则已修改：上限 −15.0 °C → −16.0 °C`.
 */
export function ruleChangeText(before: AlarmRule, after: AlarmRule, format: ValueFormat): Bilingual {
  const changes = [...limitChanges(before, after, format), ...delayChanges(before, after)];
  if (changes.length === 0) return { zh: '规则已修改', en: 'Rule changed' };
  return {
    zh: `规则已修改：${changes.map(({ zh }) => zh).join('，')}`,
    en: `Rule changed: ${changes.map(({ en }) => en).join(', ')}`,
  };
}

function limitChanges(before: AlarmRule, after: AlarmRule, format: ValueFormat): Bilingual[] {
  const changed = (name: Bilingual, from: number | undefined, to: number | undefined): Bilingual[] => {
    if (from === to) return [];
    const [zhFrom, enFrom] = from === undefined ? ['无', 'none'] : [quantity(from, format), quantity(from, format)];
    const [zhTo, enTo] = to === undefined ? ['无', 'none'] : [quantity(to, format), quantity(to, format)];
    return [{ zh: `${name.zh} ${zhFrom} → ${zhTo}`, en: `${name.en} ${enFrom} → ${enTo}` }];
  };
  if (before.kind === 'limit' && after.kind === 'limit') {
    const bands = bandNames
      .toReversed()
      .flatMap((band) => changed(bandWords[band], before.bands[band]?.limit, after.bands[band]?.limit));
    return [...bands, ...changed({ zh: '死区', en: 'deadband' }, before.deadband, after.deadband)];
  }
  if ((before.kind === 'rateOfChange' || before.kind === 'deviation') && before.kind === after.kind)
    return changed({ zh: '限值', en: 'limit' }, before.limit, after.limit);
  return [];
}

function delayChanges(before: AlarmRule, after: AlarmRule): Bilingual[] {
  const changed = (name: Bilingual, from: number | null, to: number | null): Bilingual[] => {
    if (from === null || to === null || from === to) return [];
    const [old, now] = [durationText(from), durationText(to)];
    return [{ zh: `${name.zh} ${old.zh} → ${now.zh}`, en: `${name.en} ${old.en} → ${now.en}` }];
  };
  const on = (rule: AlarmRule) => ('onDelaySeconds' in rule ? rule.onDelaySeconds : rule.afterSeconds);
  const off = (rule: AlarmRule) => ('offDelaySeconds' in rule ? rule.offDelaySeconds : null);
  return [
    ...changed({ zh: '报警延时', en: 'on-delay' }, on(before), on(after)),
    ...changed({ zh: '恢复延时', en: 'off-delay' }, off(before), off(after)),
  ];
}
