import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  LoadingOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons';
import { type WriteOutcome, writeOutcomes } from '@watchpost/contract';
import { Tooltip } from 'antd';
import { useBilingual } from '../lib/language.ts';
import './writing.css';

/** What became of a write: by shape, colour and word. */
export function OutcomeTag({ outcome }: { outcome: WriteOutcome }) {
  const say = useBilingual();
  const words = writeOutcomes[outcome];
  const [look, Icon] =
    outcome === 'queued'
      ? (['waiting', ClockCircleOutlined] as const)
      : outcome === 'sending'
        ? (['waiting', LoadingOutlined] as const)
        : words.success === true
          ? (['good', CheckCircleFilled] as const)
          : words.success === false
            ? (['bad', CloseCircleFilled] as const)
            : (['open', QuestionCircleFilled] as const);
  return (
    <Tooltip title={say(words.hint)} mouseEnterDelay={0.3}>
      <span className={`write-outcome write-outcome-${look}`}>
        <Icon aria-hidden="true" />
        {say(words)}
      </span>
    </Tooltip>
  );
}
