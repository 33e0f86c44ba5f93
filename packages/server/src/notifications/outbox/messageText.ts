import { type Bilingual, type Language, pushTypes } from '@watchpost/contract';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { allClearTypes, isAllClear } from './isAllClear.ts';

/** One notification as a message tells it. */
export interface ToldAlarm {
  readonly alarmId: number;
  readonly projectId: number;
  readonly pushType: number;
  readonly severity: number;
  readonly text: Bilingual;
  readonly project: string;
  readonly device: string;
  readonly subject: string;
  readonly raisedAt: Date;
  readonly timeZone: string;
  /** What has to be done; empty: the policy says nothing. */
  readonly instruction: string;
}

/** Words for each severity; nobody is notified of 4. */
const levels: Readonly<Record<number, Bilingual>> = {
  1: { zh: '紧急', en: 'URGENT' },
  2: { zh: '重要', en: 'Important' },
  3: { zh: '一般', en: 'General' },
};
const kinds: Readonly<Record<number, Bilingual>> = {
  [pushTypes.trigger]: { zh: '报警', en: 'alarm' },
  [pushTypes.repeat]: { zh: '报警（仍未确认）', en: 'alarm, still unacknowledged' },
  [pushTypes.escalation]: { zh: '报警升级', en: 'alarm, escalated' },
  [pushTypes.clear]: { zh: '报警恢复', en: 'back to normal' },
  [pushTypes.ended]: { zh: '报警结束（非恢复）', en: 'alarm ended, not back to normal' },
  // The text itself says that it happened while offline.
  [pushTypes.offline]: { zh: '报警', en: 'alarm' },
};

const name: Bilingual = { zh: 'Watchpost 哨站', en: 'Watchpost' };
/** An SMS of four parts; more is cut by providers or costs as much as ten. */
const longestSms = 260;
/** Of one mail. */
const maxListed = 100;

/** Active alarms first, then ended ones, however severe they were. */
function worstFirst(told: readonly ToldAlarm[]): ToldAlarm[] {
  const over = new Set(told.filter(isAllClear).map(({ alarmId }) => alarmId));
  return told.toSorted(
    (a, b) =>
      Number(over.has(a.alarmId)) - Number(over.has(b.alarmId)) ||
      a.severity - b.severity ||
      a.raisedAt.getTime() - b.raisedAt.getTime(),
  );
}

const placeOf = ({ project, device, subject }: ToldAlarm): string =>
  [project, device, subject].filter((part) => part !== '').join(' · ');

const timeOf = ({ raisedAt, timeZone }: ToldAlarm): string => localOfEpoch(raisedAt.getTime(), timeZone).slice(5, 16);

const headOf = ({ severity, pushType }: ToldAlarm, language: Language): string =>
  language === 'zh'
    ? `${levels[severity]?.zh ?? ''}${kinds[pushType]?.zh ?? ''}`
    : `${levels[severity]?.en ?? ''} ${kinds[pushType]?.en ?? ''}`;

const lineOf = (told: ToldAlarm, language: Language): string =>
  language === 'zh'
    ? `${headOf(told, language)}：${placeOf(told)}，${told.text.zh}（${timeOf(told)}）`
    : `${headOf(told, language)}: ${placeOf(told)}: ${told.text.en} (${timeOf(told)})`;

/** What to do about an alarm that is on, on one line and without a full stop. */
const instructionOf = (told: ToldAlarm, language: Language): string => {
  if (told.instruction === '' || isAllClear(told)) return '';
  const words = told.instruction.replace(/\s+/g, ' ').replace(/[.。]$/, '');
  return language === 'zh' ? `请处置：${words}` : `To do: ${words}`;
};

const alarmsIn = (told: readonly ToldAlarm[]): number => new Set(told.map(({ alarmId }) => alarmId)).size;

/**
 * "47 alarms in 2 minutes, 3 back to normal, worst: …" of several, the line itself of one. The time span covers new alarms only:
 * all-clears and reminders do not extend it.
 */
function summaryOf(told: readonly ToldAlarm[], language: Language): string {
  const [worst] = worstFirst(told);
  if (!worst) return '';
  if (alarmsIn(told) === 1) return lineOf(told.at(-1)!, language);
  const parts = countsOf(told, language);
  return language === 'zh'
    ? `${parts.join('，')}，最严重：${lineOf(worst, language)}`
    : `${parts.join(', ')}, worst: ${lineOf(worst, language)}`;
}

function countsOf(told: readonly ToldAlarm[], language: Language): string[] {
  const isZh = language === 'zh';
  const news = told.filter((each) => !isAllClear(each));
  const count = alarmsIn(news);
  const [over, ended] = allClearTypes.map((type) => alarmsIn(told.filter(({ pushType }) => pushType === type)));
  const times = news.map(({ raisedAt }) => raisedAt.getTime());
  const minutes = Math.max(1, Math.ceil((Math.max(...times) - Math.min(...times)) / 60_000));
  const areNew = count > 1 && news.every(({ pushType }) => pushType === pushTypes.trigger);
  const came = isZh
    ? `${areNew ? `${minutes} 分钟内 ` : ''}${count} 条报警`
    : `${count} ${count === 1 ? 'alarm' : 'alarms'}${areNew ? ` in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : ''}`;
  const parts = [
    { some: over ?? 0, words: isZh ? '已恢复' : 'back to normal' },
    { some: ended ?? 0, words: isZh ? '已结束（非恢复）' : 'ended otherwise' },
  ].filter(({ some }) => some > 0);
  // Without new alarms, the first part says what it is that ended.
  const ends = parts.map(({ some, words }, place) => {
    const isFirst = count === 0 && place === 0;
    if (isZh) return `${some} 条${isFirst ? '报警' : ''}${words}`;
    return `${some} ${isFirst ? `${some === 1 ? 'alarm' : 'alarms'} ` : ''}${words}`;
  });
  return count === 0 ? ends : [came, ...ends];
}

/** The sum, and of one alarm what to do. */
function summaryAndInstruction(told: readonly ToldAlarm[], language: Language): string {
  const instruction = alarmsIn(told) === 1 ? instructionOf(told.at(-1)!, language) : '';
  return [summaryOf(told, language), instruction].filter(Boolean).join(language === 'zh' ? '。' : '. ');
}

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/** Text of an SMS. @param code the recipient's answer that confirms; null: they may not, or there is nothing to confirm */
export function smsText(told: readonly ToldAlarm[], language: Language, code: string | null): string {
  const answer = code === null ? '' : language === 'zh' ? `回复 ${code} 确认。` : ` Reply ${code} to acknowledge.`;
  const head = language === 'zh' ? `【${name.zh}】` : `${name.en}: `;
  return `${head}${cut(summaryAndInstruction(told, language), longestSms - answer.length - head.length)}${language === 'zh' ? '。' : ''}${answer}`;
}

/** What a voice reads out. */
export function callText(told: readonly ToldAlarm[], language: Language, code: string | null): string {
  const answer = code === null ? '' : language === 'zh' ? '确认请按 1。' : ' To acknowledge, press 1.';
  const summary = cut(summaryAndInstruction(told, language), 400);
  return language === 'zh' ? `${name.zh}报警通知。${summary}。${answer}` : `This is ${name.en}. ${summary}.${answer}`;
}

/**
 * A mail: the sum in its subject, every alarm in it on a line.
 *
 * @param publicUrl address of this installation; null: it is not set
 */
export function mailText(
  told: readonly ToldAlarm[],
  language: Language,
  publicUrl: string | null,
): { subject: string; text: string } {
  const listed = worstFirst(told).slice(0, maxListed);
  const rest = told.length - listed.length;
  const lines = listed.flatMap((each) => {
    // As the screens link to it: it opens in the alarm's project.
    const link = `${publicUrl}/alarmManage/index?alarm=${each.alarmId}&project=${each.projectId}`;
    const instruction = instructionOf(each, language);
    return [
      `- ${lineOf(each, language)}`,
      ...(instruction === '' ? [] : [`  ${instruction}`]),
      ...(publicUrl === null ? [] : [`  ${link}`]),
    ];
  });
  if (rest > 0) lines.push(language === 'zh' ? `- 另有 ${rest} 条` : `- and ${rest} more`);
  return {
    subject: cut(`${language === 'zh' ? `【${name.zh}】` : `${name.en}: `}${summaryOf(told, language)}`, 150),
    text: [...lines, ''].join('\n'),
  };
}
