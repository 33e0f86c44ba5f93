import { Tooltip } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useRealtimeStatus } from '../lib/realtime.ts';
import { Age } from '../ui/index.ts';
import './LiveStatus.css';
import { text } from './text.ts';

/** How the values arrive, and how old the newest is: "● Live · 1 s ago". */
export function LiveStatus({ newest }: { newest: number | null }) {
  const t = useText(text);
  const status = useRealtimeStatus();
  const [words, hint] =
    status === 'live'
      ? [t.live, t.liveHint]
      : status === 'polling'
        ? [t.polling, t.pollingHint]
        : [t.offlineScreen, t.offlineHint];
  return (
    <Tooltip title={hint}>
      <span className={`live-status live-status-${status}`}>
        <span className="live-dot" aria-hidden="true" />
        {words}
        {newest === null ? null : (
          <>
            {' · '}
            <Age at={newest} className="tabular" />
          </>
        )}
      </span>
    </Tooltip>
  );
}
