import { pointErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { GatewayContext } from '../GatewayDeps.ts';
import type { Belongings } from './belongings.store.ts';

/** A formula whose inputs have gone would stand there without a word: as when a single point is deleted, it is changed first. */
export function needNotComputedFrom({ computed_names }: Belongings, { language }: GatewayContext): void {
  const names = computed_names.map(({ name, name_en }) => inLanguage(name, name_en, language));
  if (names.length > 0)
    throw new Refusal(pointErrors.inputOfOthers, { names: names.join(language === 'en' ? ', ' : '、') });
}
