import { Popover } from 'antd';
import { useText } from '../lib/defineText.ts';
import { analysisText } from './text.ts';

/** The name of a figure with its definition behind a question mark. */
export function Explained({ name, means }: { name: string; means: string }) {
  const t = useText(analysisText);
  return (
    <>
      {name}{' '}
      <Popover trigger="click" title={name} content={<p className="analysis-meaning">{means}</p>}>
        <button type="button" className="analysis-means" aria-label={t.whatIs(name)}>
          ?
        </button>
      </Popover>
    </>
  );
}
