import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useRealtimeStatus } from '../lib/realtime.ts';
import { text } from './text.ts';

/** Shorter breaks heal before anybody could read about them. */
const patienceMs = 5_000;

/** A thin line while changes do not arrive by themselves; afterwards everything on screen is asked for again. */
export function ConnectionBanner() {
  const t = useText(text);
  const status = useRealtimeStatus();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(false);
  const wasDeaf = useRef(false);

  useEffect(() => {
    if (status === 'live') {
      setShown(false);
      // What happened meanwhile was told to nobody, however short the break: an alarm takes no time to be raised.
      if (wasDeaf.current) void queryClient.invalidateQueries();
      wasDeaf.current = false;
      return;
    }
    wasDeaf.current = true;
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, [status, queryClient]);

  return (
    <div role="status" className="connection">
      {shown ? (
        <p className={`banner banner-${status === 'offline' ? 'urgent' : 'important'}`}>
          {status === 'offline' ? t.lostServer : t.lostChannel}
        </p>
      ) : null}
    </div>
  );
}
