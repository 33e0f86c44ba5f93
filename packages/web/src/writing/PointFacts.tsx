import { interlockOperators, type PointToWrite } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { Age, qualityText, reasonInWords } from '../ui/index.ts';
import { ReturnNote } from './ReturnNote.tsx';
import { text } from './text.ts';
import { allowedWords, valueWords } from './valueWords.ts';
import './writing.css';

/** What to look at before a value is written: where, what it reads now and how far that can be trusted, what is allowed. */
export function PointFacts({ point }: { point: PointToWrite }) {
  const t = useText(text);
  const qualities = useText(qualityText);
  const language = useLanguage();
  const { Present, Limit } = point;
  const reason = reasonInWords(Present.QualityReason, null, qualities);
  const interlock = Limit.Interlock;
  const allowed = allowedWords({ ...point, AllowedValues: Limit.AllowedValues }, t);
  return (
    <dl className="write-facts">
      <dt>{t.device}</dt>
      <dd>
        {point.MName ?? point.PointName} <span className="write-faint">{point.ProjectName}</span>
      </dd>
      <dt>{t.presentValue}</dt>
      <dd>
        {Present.Value === null ? (
          t.noPresentValue
        ) : (
          <span className={`write-present${Present.IsStale ? ' write-present-old' : ''}`}>
            {valueWords(point, Present.Value)}
          </span>
        )}{' '}
        <span className="write-faint">
          {Present.Quality === null ? null : t.quality(Present.Quality)}
          {reason === null ? null : ` · ${reason}`}
          {Present.Epoch === null ? null : (
            <>
              {' · '}
              <Age at={Present.Epoch} />
            </>
          )}
          {Present.IsStale ? ` · ${t.stale}` : null}
        </span>
        <ReturnNote point={point} ahead={point.Return} />
      </dd>
      <dt>{t.allowed}</dt>
      <dd>{allowed}</dd>
      {interlock ? (
        <>
          <dt>{t.interlock}</dt>
          <dd>
            {language === 'en' ? (interlock.SentenceEn ?? interlock.Sentence) : interlock.Sentence}
            {interlock.PointName === '' ? null : (
              <span className="write-faint">
                {' '}
                {[interlock.MName, interlock.PointName].filter(Boolean).join(' · ')}{' '}
                {interlockOperators[interlock.Operator].sign} {interlock.ValueText ?? interlock.Value}
              </span>
            )}
          </dd>
        </>
      ) : null}
    </dl>
  );
}
