import { FileDoneOutlined } from '@ant-design/icons';
import type { AlarmRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { SeverityMark, severityOf, severityText } from '../ui/index.ts';
import { needsConfirmation, otherLevelInWords, statusInWords } from './alarmStatus.ts';
import './StatusTag.css';
import { followUpText, text } from './text.ts';

/**
 * What people did about an alarm. Coloured only while it waits for someone.
 *
 * @param brief the word alone; what was recorded is a sign beside it, and said where the pointer rests
 */
export function StatusTag({
  alarm,
  withLevel = false,
  brief = false,
}: {
  alarm: Pick<AlarmRow, 'Status' | 'Active' | 'FollowUp' | 'EndReason' | 'Level' | 'WorstLevel' | 'LastLevel'>;
  withLevel?: boolean;
  brief?: boolean;
}) {
  const t = useText(text);
  const followUps = useText(followUpText);
  const levels = useText(severityText);
  const language = useLanguage();
  const status = statusInWords(alarm, t, followUps, language);
  const other = otherLevelInWords(alarm, t, levels);
  const level = levels[severityOf(alarm.Level)];
  const words = withLevel ? `${other ? t.levelAnd(level, other) : level} · ${status}` : status;
  return needsConfirmation(alarm) ? (
    <SeverityMark level={alarm.Level} variant="tag">
      {/* In a row the button beside it says that it waits for somebody. */}
      <span title={words}>{brief && !alarm.Active && alarm.EndReason === null ? t.returned : words}</span>
    </SeverityMark>
  ) : (
    <span className="alarm-tag-calm" title={words}>
      {brief && alarm.FollowUp ? (
        <>
          {statusInWords({ ...alarm, FollowUp: null }, t, followUps, language)}
          <span className="visually-hidden"> · {followUps[alarm.FollowUp]}</span>
          <FileDoneOutlined aria-hidden className="alarm-tag-sign" />
        </>
      ) : (
        words
      )}
    </span>
  );
}
