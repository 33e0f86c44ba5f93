import type { OperationRow, OperationSpeech } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import './logs.css';
import { type OperationChange, operationChanges } from './operationChanges.ts';
import { text } from './text.ts';

/** Of one row of the list; the others show when it is opened. */
const shownInRow = 2;

type Changed = Pick<OperationRow, 'Before' | 'After' | 'Names'>;

function useSpeech(names: OperationRow['Names']): OperationSpeech {
  const language = useLanguage();
  const { dateTimeSeconds } = useDates();
  return { language, names, dateTime: dateTimeSeconds };
}

/** `名称：旧 → 新`; the first few of them. */
export function ChangesInBrief({ Before, After, Names }: Changed) {
  const t = useText(text);
  const changes = operationChanges(Before, After, useSpeech(Names)).filter(
    // A field that was left empty from the start says nothing.
    ({ changed, before, after }) => changed && !(before === null && after === dash),
  );
  if (changes.length === 0) return <span className="log-faint list-none">{dash}</span>;
  return (
    <span className="log-brief">
      {changes.slice(0, shownInRow).map((change) => (
        <span key={change.field} className="log-brief-line">
          <span className="log-faint">{change.field}</span> <Sides {...change} />
        </span>
      ))}
      {changes.length > shownInRow ? (
        <span className="log-faint">{t.moreChanges(changes.length - shownInRow)}</span>
      ) : null}
    </span>
  );
}

function Sides({ before, after }: OperationChange) {
  const t = useText(text);
  if (before === null || before === dash) return <span>{after}</span>;
  return (
    <>
      <del className="log-before">{before}</del>
      {after === null ? null : (
        <>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden">{t.to}</span>
          <ins className="log-after">{after}</ins>
        </>
      )}
    </>
  );
}

/** Every field that an operation names, before and after. */
export function ChangesTable({ Before, After, Names }: Changed) {
  const t = useText(text);
  const changes = operationChanges(Before, After, useSpeech(Names));
  if (changes.length === 0) return <p className="log-faint">{t.noChanges}</p>;
  return (
    <div className="log-table-frame">
      <table className="log-table">
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after, changed }) => (
            <tr key={field} className={changed ? undefined : 'log-same'}>
              <th scope="row">{field}</th>
              <td>
                {before === null || before === dash ? (
                  dash
                ) : changed ? (
                  <del className="log-before">{before}</del>
                ) : (
                  before
                )}
              </td>
              <td>{after === null ? dash : changed ? <ins className="log-after">{after}</ins> : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
