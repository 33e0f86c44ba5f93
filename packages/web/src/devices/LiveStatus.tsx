import { Tooltip } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useRealtimeStatus } from '../lib/realtime.ts';
import { Age } from '../ui/index.ts';
import './LiveStatus.css';
import { text } from './text.ts';

/**
 * How the values arrive: "● Live". While they do not arrive by themselves, also how old the newest on the screen is; beside "live"
 * that age would say how long a silent device is silent, and read as if the channel were slow.
 *
 * @param newest measured at, epoch milliseconds; without it there is no age
 */
export function LiveStatus({ newest = null }: { newest?: number | null }) {
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
        {newest === null || status === 'live' ? null : (
          <>
            {' · '}
            <Age at={newest} className="tabular" />
          </>
        )}
      </span>
    </Tooltip>
  );
}
