import { type Bilingual, shelfKinds } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { hiderFor } from '../alarmStaff.ts';
import { durationText, quantity } from '../engine/index.ts';
import { shelvedKind } from '../shelves/shelvedKind.ts';
import { qualityText } from '../words/qualityText.ts';
import type { RuleTextOptions } from '../words/ruleText.ts';
import type { HeldValue } from './replayRules.ts';
import type { AlarmThenRow, ShelfThenRow } from './why.store.ts';

/** A moment as people read it. */
export type TimeOf = (epochMs: number) => string;

const both = (zh: string, en: string): Bilingual => ({ zh, en });

/** The value a point had at a moment, when it was measured and how good it was. */
export function valueInWords(
  newest: HeldValue | null,
  { at, maxGapMs }: { readonly at: number; readonly maxGapMs: number },
  { timeOf, statusValues, ...options }: RuleTextOptions & { readonly timeOf: TimeOf },
): Bilingual {
  if (newest === null) return both('此前没有收到过数据', 'No data had come before');
  const bad = newest.quality >= 64 || !Number.isFinite(newest.value);
  const why = qualityText(newest.quality);
  const status = statusValues.find(({ value }) => value === newest.value);
  const amount = status ?? both(quantity(newest.value, options), quantity(newest.value, options));
  const measured = timeOf(newest.at);
  if (bad)
    return both(
      `当时的数值无效（${why?.zh ?? '不是数值'}），测于 ${measured}`,
      `The value was bad (${why?.en ?? 'not a number'}), measured at ${measured}`,
    );
  const quality = why ? both(`，存疑：${why.zh}`, `, uncertain: ${why.en}`) : both('，质量正常', ', good');
  const age = at - newest.at > maxGapMs ? durationText((at - newest.at) / 1000) : null;
  return both(
    `当时的数值为 ${amount.zh}（测于 ${measured}${quality.zh}）${age ? `，已是 ${age.zh}前的旧值` : ''}`,
    `The value was ${amount.en} (measured at ${measured}${quality.en})${age ? `, ${age.en} old by then` : ''}`,
  );
}

/** That the gateway or slave above a point was lost. */
export function sourceInWords(lost: AlarmThenRow, timeOf: TimeOf): Bilingual {
  const since = timeOf(lost.raised_at.getTime());
  return both(
    `“${lost.subject_name}”自 ${since} 起通讯中断：其下点位的无数据与数据质量报警因此不再单独发出`,
    `${inLanguage(lost.subject_name, lost.subject_name_en, 'en')} was lost since ${since}: the points below it do not alarm about silence and bad quality on their own`,
  );
}

/** That alarms of a point were shelved or out of service; by whom and why only for those who manage alarms. */
export function shelfInWords(shelf: ShelfThenRow, timeOf: TimeOf, managesAlarms: boolean): Bilingual {
  const kind = shelfKinds[shelf.kind];
  const until = shelf.until_at ? timeOf(shelf.until_at.getTime()) : null;
  const { reason, userName } = hiderFor(managesAlarms, { reason: shelf.reason, userName: shelf.user_name });
  // Shelving covers one kind of alarm of a point, of limits one side.
  const which = shelf.alarm_kind === null ? both('报警', 'alarms') : shelvedKind(shelf.alarm_kind, shelf.side);
  const reasonEn = reason ? inLanguage(reason, shelf.reason_en, 'en') : '';
  const zh = [until && `至 ${until}`, userName, reason].filter(Boolean).map((part) => `，${part}`);
  const en = [until && `until ${until}`, userName, reasonEn].filter(Boolean).map((part) => `, ${part}`);
  return both(
    `当时${kind.zh}（${which.zh}）：照常判断，但不显示也不通知${zh.join('')}`,
    `${kind.en} then (${which.en}): judged as ever, but neither shown nor announced${en.join('')}`,
  );
}
