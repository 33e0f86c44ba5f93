import type { AllCalls, CallData } from '@watchpost/contract';
import { useText } from '../../lib/defineText.ts';
import { colon } from '../../lib/punctuation.ts';
import { text } from './text.ts';

/** So many names are read before a question is answered. */
const namesShown = 8;

/** What saving would do to alarms: how many go on, end and begin, and of which points. */
export function EditPreview({
  of: preview,
  nameOf,
}: {
  of: CallData<AllCalls['previewAlarmStrategy']>;
  nameOf: (pointId: number) => string | null;
}) {
  const t = useText(text);
  const said = [
    preview.ContinueCount > 0 ? t.continues(preview.ContinueCount) : null,
    preview.EndCount > 0 ? t.ends(preview.EndCount) : null,
    preview.BeginCount > 0 ? t.begins(preview.BeginCount) : null,
    preview.UnknownCount > 0 ? t.unknownAlarms(preview.UnknownCount) : null,
    preview.NotJudgedCount > 0 ? t.notJudged(preview.NotJudgedCount) : null,
  ].filter((each) => each !== null);
  const named = preview.PointList.flatMap(({ PointId, Outcome }) => {
    const name = nameOf(PointId);
    return name === null ? [] : [`${name}${colon()}${Outcome === 'ends' ? t.endsWord : t.beginsWord}`];
  });
  return (
    <>
      <ul className="strategy-preview">
        {said.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {named.length > 0 ? (
        <p className="strategy-preview-names">
          {named.slice(0, namesShown).join('\n')}
          {named.length > namesShown ? `\n${t.andMore(named.length - namesShown)}` : ''}
        </p>
      ) : null}
    </>
  );
}
