import { type PreAlarm, warningEndWords, warningFeedbacks } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';

/** Open, with its level, or why it is over. */
export function WarningState({ warning }: { warning: PreAlarm }) {
  const t = useText(text);
  const inWords = useBilingual();
  return warning.EndEPOCH === null ? (
    <SeverityMark level={warning.Level} variant="tag">
      {t.holds}
    </SeverityMark>
  ) : (
    <span className="warning-calm">{warning.EndReason ? inWords(warningEndWords[warning.EndReason]) : t.over}</span>
  );
}

/** What was said last of it, by whom. */
export function FeedbackWords({ warning }: { warning: PreAlarm }) {
  const t = useText(text);
  const inWords = useBilingual();
  if (warning.Feedback === null) return <span className="warning-muted">{t.noFeedback}</span>;
  return (
    <span title={warning.FeedbackRemark ?? ''}>
      {inWords(warningFeedbacks[warning.Feedback])}
      {warning.FeedbackName ? <small className="warning-by">{warning.FeedbackName}</small> : null}
    </span>
  );
}
