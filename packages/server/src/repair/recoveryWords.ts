import { type Bilingual, type RecoveryState, recoveryStates } from '@watchpost/contract';

/** Why recovery cannot be verified. Stored with orders. */
export const recoveryReasons = {
  noPoints: { zh: '没有可观察的点位', en: 'no point to observe' },
  noData: { zh: '没有有效数据', en: 'no valid data' },
  stillAlarming: { zh: '报警仍未消除', en: 'the alarm is still active' },
  beyond: { zh: '仍超出限值', en: 'still beyond its limit' },
} as const satisfies Record<string, Bilingual>;
export type RecoveryReason = keyof typeof recoveryReasons;

/** `观察中` / `observing`, or with its reason. */
export function whyNotVerified(state: RecoveryState | null, reason: string | null): Bilingual {
  const words = recoveryStates[state ?? 'waiting'];
  const why = (recoveryReasons as Readonly<Record<string, Bilingual>>)[reason ?? ''];
  const en = words.en.toLowerCase();
  return why ? { zh: `${words.zh}：${why.zh}`, en: `${en}: ${why.en}` } : { zh: words.zh, en };
}
