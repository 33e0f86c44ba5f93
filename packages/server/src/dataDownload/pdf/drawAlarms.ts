import { type Bilingual, type FollowUp, followUpWords } from '@watchpost/contract';
import { type AlarmCourse, readerOf } from '../../alarms/index.ts';
import type { Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { minuteOf, severityWord } from '../words.ts';
import { stretch, titleOf } from './drawFindings.ts';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';
import { figure, reportWords } from './words.ts';

/** The number of the others is said. */
const maxAlarms = 60;

/** What a point raised: how severe, how far, and what people did about it. */
export function drawAlarms(document: ReportDocument, plan: Plan, { alarms }: Series, of: string | null = null): void {
  const { language } = plan;
  document.heading(titleOf(reportWords.alarms[language], of));
  if (alarms.length === 0) {
    document.text(reportWords.noAlarms[language]);
    return;
  }
  for (const alarm of alarms.slice(0, maxAlarms)) {
    const { raised_at, returned_at, sentence_zh, sentence_en } = alarm;
    const [from, to, duration] = stretch(plan, raised_at.getTime(), returned_at?.getTime() ?? plan.to);
    const until = returned_at ? to! : reportWords.stillOn[language];
    document.need(36);
    document.text(`${from} – ${until} · ${duration} · ${severitiesOf(alarm, plan)}`, { size: 8, gap: 0 });
    const under = { size: 8, colour: ink.weak, x: page.margin + 12, width: contentWidth - 12 };
    document.text(language === 'en' ? sentence_en : sentence_zh, { ...under, gap: 0 });
    document.text(followingOf(alarm, plan).join(' · '), under);
  }
  if (alarms.length > maxAlarms)
    document.text(`${reportWords.moreAlarms[language]}${alarms.length - maxAlarms}`, { colour: ink.weak });
}

/** The worst it ever was comes first: by the last one alone an urgent alarm would pass for an important one. */
function severitiesOf({ worst_severity, last_severity, returned_at }: AlarmCourse, { language }: Plan): string {
  const [worst, last] = [severityWord(worst_severity, language), severityWord(last_severity, language)];
  if (last === worst) return worst;
  const words = returned_at ? reportWords.atTheEnd : reportWords.byNow;
  return words[language].replace('{worst}', worst).replace('{last}', last);
}

/** How far it went, who confirmed it and what came of it, by what the reader may know. */
function followingOf(alarm: AlarmCourse, plan: Plan): string[] {
  const { language, caller, projectId } = plan;
  const { managesAlarms } = readerOf(caller, language)(projectId);
  const done = (words: Bilingual, name: string | null, at: Date) => {
    const by = name === null ? '' : language === 'en' ? ` by ${name}` : `由 ${name} `;
    return words[language].replace('{at}', minuteOf(plan, at.getTime())).replace('{name}', () => by);
  };
  const { extreme, unit, decimals, follow_up, handled_at, acknowledged_at } = alarm;
  const said = [
    extreme === null ? null : `${reportWords.worstValue[language]} ${figure(extreme, decimals)} ${unit}`.trim(),
    acknowledged_at === null
      ? reportWords.unconfirmed[language]
      : done(reportWords.confirmed, alarm.acknowledged_name, acknowledged_at),
    handled_at === null ? null : done(reportWords.handled, managesAlarms ? alarm.handled_name : null, handled_at),
    follow_up === null ? null : `${reportWords.followUp[language]}${followUpWords[follow_up as FollowUp][language]}`,
    // What staff write is for staff: docs/decisions/0010.
    ...(managesAlarms ? [alarm.measures, alarm.comment, alarm.analysis_result] : []),
  ];
  return said.filter((text) => text !== null && text !== '') as string[];
}
