import { type AlarmKindName, alarmKinds, type Bilingual } from '@watchpost/contract';

/** Which side of a limit somebody shelved; null: both, or what has no sides. */
export type ShelvedSide = 'low' | 'high' | null;

const sides = { low: { zh: '（低）', en: ', low' }, high: { zh: '（高）', en: ', high' } } as const;

/** What a shelved alarm is about, in words: "Limit alarm, high". */
export function shelvedKind(kind: AlarmKindName, side: ShelvedSide): Bilingual {
  const name = alarmKinds[kind];
  return side === null ? name : { zh: `${name.zh}${sides[side].zh}`, en: `${name.en}${sides[side].en}` };
}
