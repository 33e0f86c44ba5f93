import type { DelayProblemRow } from '@watchpost/contract';
import { Alert } from 'antd';
import { formatDuration } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { text } from './text.ts';

/** Which delays never complete in stored data, and what to do about it, as sentences. */
export function useDelaySentences(problems: readonly DelayProblemRow[]): string[] {
  const t = useText(text);
  const language = useLanguage();
  const comma = language === 'zh' ? '、' : ', ';
  const inWords = (seconds: number) => formatDuration(seconds, language);
  return problems.map(({ DelaySeconds, Cycle, NeededCycle, PointCount, PointNameList }) =>
    t.delayNeverCompletes({
      names: t.pointsSaid(PointNameList.join(comma), PointCount - PointNameList.length, PointCount),
      delay: inWords(DelaySeconds),
      cycle: inWords(Cycle),
      needed: inWords(NeededCycle),
    }),
  );
}

/** The same beside the condition. Nothing where all delays can complete. */
export function DelayNotes({ problems }: { problems: readonly DelayProblemRow[] }) {
  const said = useDelaySentences(problems);
  if (said.length === 0) return null;
  return (
    <Alert
      className="strategy-references"
      type="warning"
      showIcon
      title={
        <ul>
          {said.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      }
    />
  );
}
