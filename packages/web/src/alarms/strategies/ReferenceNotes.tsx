import type { ReferenceProblemRow } from '@watchpost/contract';
import { Alert } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { text } from './text.ts';

/** On which devices a condition does not find what it looks at, or not one alone. Nothing where all is clear. */
export function ReferenceNotes({ problems }: { problems: readonly ReferenceProblemRow[] }) {
  const t = useText(text);
  const comma = useLanguage() === 'zh' ? '、' : ', ';
  if (problems.length === 0) return null;
  const sayOf = ({ Kind, What, IsJudged, DeviceCount, DeviceNameList, CandidateList }: ReferenceProblemRow) => {
    const devices = t.devicesSaid(DeviceNameList.join(comma), DeviceCount - DeviceNameList.length, DeviceCount);
    return Kind === 'ambiguous'
      ? t.severalOfIt(What, CandidateList.join(comma), devices)
      : t.lacksIt(What, devices, IsJudged);
  };
  return (
    <Alert
      className="strategy-references"
      type="warning"
      showIcon
      title={
        <ul>
          {problems.map((each) => (
            <li key={`${each.RuleIndex} ${each.Kind} ${each.What} ${each.IsJudged}`}>{sayOf(each)}</li>
          ))}
        </ul>
      }
    />
  );
}
