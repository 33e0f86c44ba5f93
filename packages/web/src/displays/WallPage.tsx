import { type WallAlarm, type WallView, wallAsksEveryMs } from '@watchpost/contract';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { startAlarmTone, watchSound } from '../lib/alarmTone.ts';
import { callApi } from '../lib/client.ts';
import { formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { getLanguage, switchLanguage } from '../lib/language.ts';
import { DataScreenFrame } from './DataScreenBoard.tsx';
import { type Interruptions, interrupt, noInterruptions } from './interruptions.ts';
import { Pairing } from './Pairing.tsx';
import { stationsOf } from './stations.ts';
import { wallText } from './text.ts';
import { askTimeoutMs, useAsking } from './useAsking.ts';
import { AllAlarms, OneProject, Overview, UrgentAlarm } from './WallStations.tsx';
import { isDimmedAt, isSwappedAt, lostAfterMs, shiftAt, shouldReload } from './wallClock.ts';
import './wall.css';

const tokenKey = 'watchpost.wall';
const viewEveryMs = 15_000;

const keptToken = (): string | null => {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
};
function keepToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, token);
  } catch {
    // A browser that keeps nothing is paired anew after it was switched off.
  }
}

/** A screen on a wall, under an identity of its own. Route /wall, without a sign-in. */
export function WallPage() {
  const [token, setToken] = useState(keptToken);
  const [wasRevoked, setWasRevoked] = useState(false);
  const take = useCallback((next: string) => {
    keepToken(next);
    setWasRevoked(false);
    setToken(next);
  }, []);
  const lose = useCallback((lost: string) => {
    // Another tab of this browser may have renewed it.
    const kept = keptToken();
    if (kept !== null && kept !== lost) {
      setToken(kept);
      return;
    }
    keepToken(null);
    setWasRevoked(true);
    setToken(null);
  }, []);
  return token === null ? (
    <Pairing wasRevoked={wasRevoked} onPaired={take} />
  ) : (
    <Wall token={token} onToken={take} onRevoked={lose} />
  );
}

interface Heard {
  readonly urgent: readonly WallAlarm[];
  readonly openIds: readonly number[];
  /** By this browser's clock. */
  readonly at: number;
  /** Server's clock minus this browser's. */
  readonly ahead: number;
}

function Wall({
  token,
  onToken,
  onRevoked,
}: {
  token: string;
  onToken: (token: string) => void;
  onRevoked: (token: string) => void;
}) {
  const t = useText(wallText);
  const [view, setView] = useState<WallView | null>(null);
  const [heard, setHeard] = useState<Heard | null>(null);
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  const [interruptions, next] = useReducer(
    (state: Interruptions, { urgent, openIds, at }: Heard) => interrupt(state, urgent, openIds, at),
    noInterruptions,
  );
  const lastHeard = useRef<Heard | null>(null);
  useEffect(() => {
    const timer = window.setInterval(() => {
      setBrowserNow(Date.now());
      // An interruption ends by the clock, also while the server does not answer.
      if (lastHeard.current) next({ ...lastHeard.current, at: Date.now() });
    }, 1000);
    return () => window.clearInterval(timer);
  }, []);

  useAsking(wallAsksEveryMs, token, onRevoked, async (signal) => {
    const news = await callApi('getWallNews', { body: { Token: token } }, { signal });
    const at = Date.now();
    const now = { urgent: news.UrgentList, openIds: news.UrgentIdList, at, ahead: news.NowEpoch - at };
    lastHeard.current = now;
    setHeard(now);
    next(now);
    if (news.NewToken !== null) onToken(news.NewToken);
  });
  useAsking(viewEveryMs, token, onRevoked, async (signal) => {
    const seen = await callApi('getWallView', { body: { Token: token } }, { signal });
    if (seen.Language !== getLanguage()) switchLanguage(seen.Language);
    setView(seen);
  });

  const now = browserNow + (heard?.ahead ?? 0);
  const isLost = heard === null || browserNow - heard.at > lostAfterMs;
  const stations = view ? stationsOf(view) : [];
  const turn = useTour(view?.StationSeconds ?? null, interruptions.current !== null);
  const station = stations[turn % Math.max(1, stations.length)];
  const hour = view ? Number(formatDateTimeSeconds(now, view.TimeZone).slice(11, 13)) : 12;
  useReloads(turn, hour, isLost);
  const urgent = heard?.urgent.find(({ AlarmId }) => AlarmId === interruptions.current?.alarmId) ?? null;
  const isOn = view !== null && !isDimmedAt(hour, view);
  const isSilenced = useTone(view?.Sound === true, isOn && (urgent !== null || interruptions.floodUntil !== null));

  if (!view)
    return (
      <main className="wall-pairing">
        <p role="status">{heard === null ? t.connecting : t.waiting}</p>
      </main>
    );
  return (
    <div className={isOn ? 'wall' : 'wall wall-dimmed'}>
      <DataScreenFrame
        stale={isLost}
        swapped={isSwappedAt(now)}
        shift={shiftAt(now)}
        header={
          <>
            <h1>
              {view.CompanyName} · {view.ScreenName}
            </h1>
            <span role="status" className={`data-screen-${isLost ? 'lost' : 'state'}`}>
              {isLost
                ? t.lastKnown(heard ? formatDateTimeSeconds(heard.at + heard.ahead, view.TimeZone).slice(11) : '–')
                : t.age(Math.max(0, Math.round((now - view.AsOfEpoch) / 1000)))}
            </span>
            {isSilenced ? <span className="data-screen-lost">{t.soundBlocked}</span> : null}
            <time>{formatDateTimeSeconds(now, view.TimeZone)}</time>
          </>
        }
      >
        {urgent ? (
          <UrgentAlarm alarm={urgent} waiting={interruptions.waiting.length} view={view} now={now} />
        ) : interruptions.floodUntil !== null || station?.kind === 'alarms' ? (
          <AllAlarms view={view} isFlood={interruptions.floodUntil !== null} now={now} />
        ) : station?.kind === 'projects' ? (
          <OneProject view={view} projectId={station.projectId} now={now} />
        ) : (
          <Overview view={view} now={now} />
        )}
      </DataScreenFrame>
    </div>
  );
}

/** Which station it is, counted on; stands still while an alarm fills the wall. */
function useTour(seconds: number | null, isHeld: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (seconds === null || isHeld) return;
    const timer = window.setInterval(() => setTurn((present) => present + 1), seconds * 1000);
    return () => window.clearInterval(timer);
  }, [seconds, isHeld]);
  return turn;
}

/** What the pages of the server are made of, as its start page names it; null: it does not answer. */
async function pagesOfServer(): Promise<string | null> {
  try {
    const reply = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(askTimeoutMs) });
    if (!reply.ok) return null;
    return [...(await reply.text()).matchAll(/assets\/[\w.-]+/g)].join(' ');
  } catch {
    return null;
  }
}

/** Loads the page anew between two stations where that is due, and only while the server answers. */
function useReloads(turn: number, hour: number, isLost: boolean): void {
  const loadedAt = useRef(Date.now());
  const pages = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each station
  useEffect(() => {
    if (isLost) return;
    let left = false;
    void pagesOfServer().then((found) => {
      if (left || found === null) return;
      const newPages = pages.current !== null && pages.current !== found;
      pages.current = found;
      const memory = (performance as { memory?: { usedJSHeapSize: number } }).memory;
      const heapBytes = memory?.usedJSHeapSize ?? null;
      if (shouldReload({ now: Date.now(), loadedAt: loadedAt.current, hour, heapBytes, newPages }))
        window.location.reload();
    });
    return () => {
      left = true;
    };
  }, [turn]);
}

/** Sounds while `sounding`. Returns whether the browser keeps a wall silent that shall sound, also before it has to. */
function useTone(wanted: boolean, sounding: boolean): boolean {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => (wanted ? watchSound(setBlocked) : undefined), [wanted]);
  useEffect(() => (wanted && sounding ? startAlarmTone(setBlocked) : undefined), [wanted, sounding]);
  return wanted && blocked;
}
