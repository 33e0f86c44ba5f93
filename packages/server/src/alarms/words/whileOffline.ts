import type { Bilingual } from '@watchpost/contract';
import { type AlarmEvent, durationText, quantity } from '../engine/index.ts';

/**
 * What contacts read of an alarm that came and went unheard: `While offline: 40 min above −10.0 °C, worst −9.0 °C, cleared`.
 *
 * @param event its end
 * @param limit the innermost of those that were exceeded; null: it has none
 */
export function whileOffline(
  event: AlarmEvent & { type: 'returnedToNormal' },
  limit: number | null,
  unit: { readonly unit: string; readonly decimals: number },
): Bilingual {
  const { kind, band, extreme, since, backSince, at, reason } = event;
  const lasted = durationText(((backSince ?? at) - since) / 1000);
  const end = reason === 'conditionOver' ? { zh: '已消除', en: 'cleared' } : { zh: '已结束', en: 'ended' };
  if (kind !== 'limit' || limit === null || extreme === null)
    return { zh: `离线期间：报警 ${lasted.zh}，${end.zh}`, en: `While offline: in alarm for ${lasted.en}, ${end.en}` };
  const isHigh = band === 'high' || band === 'highHigh';
  const [beyond, worst] = [quantity(limit, unit), quantity(extreme, unit)];
  return {
    zh: `离线期间：${isHigh ? '高于' : '低于'} ${beyond} 共 ${lasted.zh}，${isHigh ? '最高' : '最低'} ${worst}，${end.zh}`,
    en: `While offline: ${lasted.en} ${isHigh ? 'above' : 'below'} ${beyond}, worst ${worst}, ${end.en}`,
  };
}
