import type { Bilingual } from '@watchpost/contract';
import { severityBit } from '../../notifications/index.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { normalState } from '../engine/index.ts';
import { type AlarmWrite, alarmWrites, type JournalEntry, type KeyFacts } from '../evaluator/alarmWrites.ts';
import { severityText } from '../words/severityText.ts';
import type { Correction, Differences, JudgedOccurrence } from './differences.ts';
import type { RecordedAlarm } from './late.store.ts';

/** What late samples change on record. */
export interface LateWrites {
  readonly found: readonly AlarmWrite[];
  readonly corrected: readonly { readonly correction: Correction; readonly journal: JournalEntry | null }[];
  readonly disproved: readonly { readonly alarm: RecordedAlarm; readonly journal: JournalEntry }[];
}

export interface LateWriting {
  readonly now: number;
  readonly timeZone: string;
  readonly factsOf: (occurrence: JudgedOccurrence) => KeyFacts;
}

/** Differences as they are written. Found alarms are announced by what becomes of them, not here. */
export function lateWrites({ found, moved, disproved }: Differences, writing: LateWriting): LateWrites {
  const { now, timeZone, factsOf } = writing;
  const writeOf = (occurrence: JudgedOccurrence): AlarmWrite | undefined =>
    alarmWrites(occurrence.events, [], { now, factsOf: () => factsOf(occurrence), stateBefore: () => normalState })[0];
  const note = (kind: JournalEntry['kind'], text: Bilingual, severity: number | null = null): JournalEntry => ({
    ...{ at: new Date(now), kind, severity, text },
    ...{ value: null, limit: null },
  });

  return {
    found: found.flatMap((occurrence) => {
      const write = writeOf(occurrence);
      if (write === undefined) return [];
      const journal = [...write.journal, note('foundLate', foundLate)];
      return [
        { ...write, extreme: occurrence.standing.extreme, detectedLate: true, nextRepeatAt: null, pushes: [], journal },
      ];
    }),
    corrected: moved.map(({ alarm, occurrence, raisedAt, returnedAt, endReason, worstSeverity }) => {
      const write = writeOf(occurrence);
      const { severity, band, limit, extreme } = occurrence.standing;
      const bits = occurrence.events.reduce((all, event) => all | severityBit(event.severity), 0);
      const changes = changesInWords(alarm, { raisedAt, returnedAt, severity, worstSeverity }, timeZone);
      return {
        correction: {
          id: alarm.id,
          raised_at: new Date(raisedAt),
          returned_at: returnedAt === null ? null : new Date(returnedAt),
          end_reason: endReason,
          severity,
          worst_severity: worstSeverity,
          had_severities: severity === null ? bits : bits | severityBit(severity),
          band,
          limit_value: limit,
          extreme,
          sentence_zh: write?.sentence?.zh ?? null,
          sentence_en: write?.sentence?.en ?? null,
        },
        journal: changes === null ? null : note('corrected', changes, severity),
      };
    }),
    disproved: disproved.map((alarm) => ({ alarm, journal: note('disproved', disprovedByData, alarm.severity) })),
  };
}

const foundLate: Bilingual = { zh: '由补传数据发现', en: 'Found in late data' };
const disprovedByData: Bilingual = {
  zh: '补传数据表明当时未超限，本次报警作废（保留记录）',
  en: 'Disproved by later data: its condition did not hold; kept on record',
};

/** `Corrected by late data: raised 10-01 12:05:00 → 10-01 12:03:00`; null: neither times nor severities changed. */
function changesInWords(
  alarm: RecordedAlarm,
  {
    raisedAt,
    returnedAt,
    severity,
    worstSeverity,
  }: { raisedAt: number; returnedAt: number | null; severity: number | null; worstSeverity: number },
  timeZone: string,
): Bilingual | null {
  const timeOf = (at: number) => localOfEpoch(at, timeZone).slice(5, 19);
  const before = alarm.returned_at?.getTime() ?? null;
  const zh: string[] = [];
  const en: string[] = [];
  if (raisedAt !== alarm.raised_at.getTime()) {
    const [old, present] = [timeOf(alarm.raised_at.getTime()), timeOf(raisedAt)];
    zh.push(`报警时间 ${old} → ${present}`);
    en.push(`raised ${old} → ${present}`);
  }
  if (returnedAt !== before) {
    zh.push(
      `消除时间 ${before === null ? '未消除' : timeOf(before)} → ${returnedAt === null ? '未消除' : timeOf(returnedAt)}`,
    );
    en.push(
      `cleared ${before === null ? 'not yet' : timeOf(before)} → ${returnedAt === null ? 'not yet' : timeOf(returnedAt)}`,
    );
  }
  if (severity !== null && severity !== alarm.severity) {
    const [old, present] = [severityText(alarm.severity as 1), severityText(severity as 1)];
    zh.push(`级别 ${old.zh} → ${present.zh}`);
    en.push(`severity ${old.en} → ${present.en}`);
  }
  if (worstSeverity > alarm.worst_severity) {
    const [old, present] = [severityText(alarm.worst_severity as 1), severityText(worstSeverity as 1)];
    zh.push(`最高级别 ${old.zh} → ${present.zh}`);
    en.push(`worst severity ${old.en} → ${present.en}`);
  }
  return zh.length === 0
    ? null
    : { zh: `按补传数据更正：${zh.join('；')}`, en: `Corrected by late data: ${en.join('; ')}` };
}
