import { type WriteRecord, writeOutcomes } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { beyondOutcome } from './beyondOutcome.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { text } from './text.ts';
import { valueWords } from './valueWords.ts';
import './writing.css';

/** What became of a write, told at length. */
export function WriteResult({ record }: { record: WriteRecord }) {
  const t = useText(text);
  const say = useBilingual();
  const dates = useDates();
  return (
    <section className="write-result" aria-live="polite" aria-label={t.result}>
      <h3>
        <OutcomeTag outcome={record.Outcome} />
      </h3>
      <p className="write-note">{beyondOutcome(record.Message, say(writeOutcomes[record.Outcome]))}</p>
      <p className="write-note">{say(writeOutcomes[record.Outcome].hint)}</p>
      <dl className="write-facts">
        <dt>{t.before}</dt>
        <dd>{valueWords(record, record.OldValue)}</dd>
        <dt>{t.newValue}</dt>
        <dd>{valueWords(record, record.Value)}</dd>
        <dt>{t.readBack}</dt>
        <dd>{record.ReadBackValue === null ? t.notRead : valueWords(record, record.ReadBackValue)}</dd>
        {record.ReturnState === 'waiting' && record.ReturnEpoch !== null ? (
          <>
            <dt>{t.returnAfter}</dt>
            <dd>{t.returnsAt(dates.dateTime(record.ReturnEpoch), valueWords(record, record.ReturnValue))}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
