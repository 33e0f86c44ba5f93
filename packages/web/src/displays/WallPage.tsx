import { type WallAlarm, type WallView, wallAlarmsShown, wallAsksEveryMs } from '@watchpost/contract';
import { QRCode } from 'antd';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { startAlarmTone, watchSound } from '../lib/alarmTone.ts';
import { CallError, callApi } from '../lib/client.ts';
import { formatByMinute, formatDateTimeSeconds, formatTimeShort } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { getLanguage, switchLanguage } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { SeverityMark } from '../ui/index.ts';
import { AlarmRows, type BoardAlarm, DataScreenBoard, DataScreenFrame, Figure } from './DataScreenBoard.tsx';
import { type Interruptions, interrupt, noInterruptions } from './interruptions.ts';
import { stationsOf } from './stations.ts';
import { dataScreenText, wallText } from './text.ts';
import { isDimmedAt, isSwappedAt, lostAfterMs, pauseAfter, shiftAt, shouldReload } from './wallClock.ts';
import './wall.css';

const tokenKey = 'watchpost.wall';
const viewEveryMs = 15_000;
const askTimeoutMs = 10_000;
const pairingEveryMs = 2_000;

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

/** Shows a code until somebody confirms it; a code that expires is followed by the next. */
function Pairing({ wasRevoked, onPaired }: { wasRevoked: boolean; onPaired: (token: string) => void }) {
  const t = useText(wallText);
  const [code, setCode] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let timer = 0;
    let stopped = false;
    let secret: string | null = null;
    let failures = 0;
    const wait = (ms: number) => {
      if (!stopped) timer = window.setTimeout(() => void ask(), ms);
    };
    const ask = async (): Promise<void> => {
      try {
        if (secret === null) {
          const begun = await callApi('beginPairing', {});
          secret = begun.Secret;
          if (!stopped) setCode(begun.Code);
        } else {
          const { Token } = await callApi('takePairing', { body: { Secret: secret } });
          if (Token !== null) {
            if (!stopped) onPaired(Token);
            return;
          }
        }
        failures = 0;
        setFailed(false);
        wait(pairingEveryMs);
      } catch (error) {
        if (error instanceof CallError && error.code === 404) secret = null;
        else setFailed(true);
        failures += 1;
        wait(pauseAfter(failures, pairingEveryMs));
      }
    };
    void ask();
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [onPaired]);
  const address = code === null ? '' : `${window.location.origin}/dataScreen/displays?pair=${code}`;
  return (
    <main className="wall-pairing">
      <h1>{t.pairTitle}</h1>
      {wasRevoked ? <p role="status">{t.revoked}</p> : null}
      {code === null ? (
        <p>{failed ? t.noServer : t.waiting}</p>
      ) : (
        <>
          <p className="wall-code">{`${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase()}</p>
          <QRCode value={address} size={200} type="svg" bgColor="#ffffff" color="#000000" />
          <p>{t.pairHow}</p>
          {failed ? <p role="alert">{t.noServer}</p> : null}
        </>
      )}
    </main>
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

/** Asks again and again until the screen leaves; pauses grow while the server does not answer, and it never gives up. */
function useAsking(
  everyMs: number,
  token: string,
  onRevoked: (token: string) => void,
  ask: (signal: AbortSignal) => Promise<void>,
): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    let timer = 0;
    let failures = 0;
    const leaving = new AbortController();
    const run = async () => {
      try {
        await latest.current(AbortSignal.any([leaving.signal, AbortSignal.timeout(askTimeoutMs)]));
        failures = 0;
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (error instanceof CallError && error.code === 401) {
          onRevoked(token);
          return;
        }
        failures += 1;
      }
      if (!leaving.signal.aborted) timer = window.setTimeout(() => void run(), pauseAfter(failures, everyMs));
    };
    void run();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [everyMs, token, onRevoked]);
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

const boardAlarm = (alarm: WallAlarm): BoardAlarm => ({
  id: alarm.AlarmId,
  level: alarm.Level,
  device: alarm.DeviceName,
  sentence: alarm.Sentence,
  project: alarm.ProjectName,
  at: alarm.RaisedEpoch,
});

function Overview({ view, now }: { view: WallView; now: number }) {
  const t = useText(dataScreenText);
  return (
    <DataScreenBoard
      projects={view.ProjectList.map((project) => ({
        id: project.ProjectId,
        name: project.ProjectName,
        latitude: project.Latitude,
        longitude: project.Longitude,
        level: project.AlarmLevel,
        alarmCount: project.AlarmCount,
        isWatched: project.Served,
        words: !project.Served ? t.notServed : project.AlarmCount > 0 ? t.alarmCount(project.AlarmCount) : t.normal,
      }))}
      alarms={view.AlarmList.slice(0, 8).map(boardAlarm)}
      alarmTotal={view.AlarmTotal}
      energy={view.EnergyList.map(({ ProjectId, ProjectName, Wh }) => ({ id: ProjectId, name: ProjectName, wh: Wh }))}
      tiles={null}
      timeZone={view.TimeZone}
      now={now}
    />
  );
}

function OneProject({ view, projectId, now }: { view: WallView; projectId: number; now: number }) {
  const t = useText(wallText);
  const words = useText(dataScreenText);
  const project = view.ProjectList.find(({ ProjectId }) => ProjectId === projectId);
  if (!project) return null;
  const alarms = view.AlarmList.filter(({ ProjectId }) => ProjectId === projectId);
  const energy = view.EnergyList.find(({ ProjectId }) => ProjectId === projectId);
  return (
    <section className="wall-station" aria-label={project.ProjectName}>
      <h2 className="wall-heading">{project.ProjectName}</h2>
      <dl className="data-screen-figures wall-figures">
        <Figure name={words.openAlarms} value={project.AlarmCount} isBad={project.AlarmCount > 0} />
        <Figure name={t.urgent} value={project.UrgentUnacknowledged} isBad={project.UrgentUnacknowledged > 0} />
        <Figure name={t.silent(project.Gateways)} value={project.SilentGateways} isBad={project.SilentGateways > 0} />
        <div>
          <dt>{words.energy}</dt>
          <dd>{energy ? `${formatNumber(energy.Wh / 1000, 0)} kWh` : '–'}</dd>
        </div>
      </dl>
      {project.SoonestLimitEpoch === null ? null : (
        <p className="wall-ahead">{t.limitAt(formatByMinute(project.SoonestLimitEpoch, view.TimeZone, now))}</p>
      )}
      {project.AlarmCount === 0 ? <p>{words.noAlarms}</p> : null}
      {project.AlarmCount > alarms.length ? <p>{t.olderAlarms(project.AlarmCount - alarms.length)}</p> : null}
      <AlarmRows alarms={alarms.map(boardAlarm)} timeZone={view.TimeZone} now={now} />
    </section>
  );
}

function AllAlarms({ view, isFlood, now }: { view: WallView; isFlood: boolean; now: number }) {
  const t = useText(wallText);
  const words = useText(dataScreenText);
  return (
    <section className="wall-station" aria-label={t.allAlarms(view.AlarmTotal)}>
      <h2 className="wall-heading">
        {t.allAlarms(view.AlarmTotal)}
        {isFlood ? <small role="alert"> {t.flood}</small> : null}
      </h2>
      {view.AlarmTotal === 0 ? words.noAlarms : null}
      <AlarmRows alarms={view.AlarmList.slice(0, wallAlarmsShown).map(boardAlarm)} timeZone={view.TimeZone} now={now} />
    </section>
  );
}

function UrgentAlarm({
  alarm,
  waiting,
  view,
  now,
}: {
  alarm: WallAlarm;
  waiting: number;
  view: WallView;
  now: number;
}) {
  const t = useText(wallText);
  return (
    <section className="wall-station wall-urgent" role="alert">
      <p className="wall-urgent-mark">
        <SeverityMark level={alarm.Level} size={48} variant="word" />
      </p>
      <h2 className="wall-heading">{alarm.DeviceName}</h2>
      <p className="wall-sentence">{alarm.Sentence}</p>
      <p>
        {alarm.ProjectName} · {t.since(formatTimeShort(alarm.RaisedEpoch, view.TimeZone, now))}
      </p>
      <p>{waiting > 0 ? t.moreWait(waiting) : t.notAcknowledged}</p>
    </section>
  );
}
