import type { Bilingual } from '@watchpost/contract';
import { serverClockOffset } from '../lib/serverClock.ts';

/** What one check found; `unknown`: it could not be made here. */
export interface Finding {
  readonly result: 'good' | 'bad' | 'unknown';
  readonly words: Bilingual;
}

export interface SelfTest {
  readonly name: string;
  readonly title: Bilingual;
  run(): Promise<Finding> | Finding;
}

const good = (zh: string, en: string): Finding => ({ result: 'good', words: { zh, en } });
const bad = (zh: string, en: string): Finding => ({ result: 'bad', words: { zh, en } });

/** A healthy server answers within milliseconds; a network that takes longer than this makes every screen slow. */
const slowAnswerMs = 1_000;
/** Alarm times and "3 minutes ago" are wrong by as much as the clock is. */
const clockToleranceMs = 60_000;
const patienceMs = 8_000;

/** What `/readyz` names, in words. */
const parts: Readonly<Record<string, Bilingual>> = {
  database: { zh: '数据库', en: 'database' },
  storing: { zh: '数据入库', en: 'storing of readings' },
  telling: { zh: '报警通知', en: 'notifying people of alarms' },
};

async function server(): Promise<Finding> {
  const startedAt = performance.now();
  const response = await fetch('/readyz', { signal: AbortSignal.timeout(patienceMs), cache: 'no-store' }).catch(
    () => null,
  );
  if (!response) return bad('无法连接服务器，请检查网络', 'The server cannot be reached. Check your network.');
  const tookMs = Math.round(performance.now() - startedAt);
  const state = (await response.json().catch(() => null)) as Record<string, string> | null;
  if (!state) return bad('代理或服务器没有正确应答', 'A proxy or the server gave no proper answer.');
  const failing = Object.keys(parts).filter((part) => state[part] !== undefined && state[part] !== 'ok');
  if (failing.length > 0 || !response.ok) {
    const zh = failing.map((part) => parts[part]?.zh ?? part).join('、');
    const en = failing.map((part) => parts[part]?.en ?? part).join(', ');
    return bad(`服务器可达，但异常：${zh}`, `The server answers, but these do not work: ${en}`);
  }
  return tookMs > slowAnswerMs
    ? bad(
        `服务器正常，但应答用了 ${tookMs} 毫秒，网络较慢`,
        `The server works, but its answer took ${tookMs} ms: the network is slow.`,
      )
    : good(`应答用时 ${tookMs} 毫秒`, `Answered in ${tookMs} ms`);
}

/** Opens the live channel as far as it goes without a sign-in: the door, not what is said behind it. */
function realtime(): Promise<Finding> {
  return new Promise((resolve) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/mqtt`, 'mqtt');
    const end = (finding: Finding) => {
      clearTimeout(timer);
      socket.onopen = null;
      socket.onerror = null;
      socket.close();
      resolve(finding);
    };
    const closed = bad(
      '实时通道（WebSocket）打不开，可能被代理或防火墙阻止；数据会定时刷新',
      'The live channel (WebSocket) does not open; a proxy or firewall may block it. Data refreshes on a timer instead.',
    );
    const timer = setTimeout(() => end(closed), patienceMs);
    socket.onopen = () => end(good('可以连接', 'Opens'));
    socket.onerror = () => end(closed);
  });
}

function clock(): Finding {
  const offset = serverClockOffset();
  if (offset === null)
    return { result: 'unknown', words: { zh: '未取得服务器时间', en: 'The time of the server is not known' } };
  const seconds = Math.round(Math.abs(offset.offsetMs) / 1000);
  return Math.abs(offset.offsetMs) > clockToleranceMs
    ? bad(
        `本机时钟与服务器相差 ${seconds} 秒，请校准；页面时间按服务器时间显示`,
        `This computer's clock differs from the server by ${seconds} s. Set it right; screens show times by the server's clock.`,
      )
    : good(`与服务器相差不到 ${Math.max(1, seconds)} 秒`, `Within ${Math.max(1, seconds)} s of the server`);
}

function storage(): Finding {
  try {
    sessionStorage.setItem('watchpost.selfTest', '1');
    sessionStorage.removeItem('watchpost.selfTest');
  } catch {
    return bad(
      '浏览器禁止本站存储数据，无法保持登录',
      'The browser lets this site store nothing, so you cannot stay signed in.',
    );
  }
  return navigator.cookieEnabled
    ? good('Cookie 与本地存储可用', 'Cookies and storage work')
    : bad('浏览器禁用了 Cookie，无法保持登录', 'Cookies are off, so you cannot stay signed in.');
}

function browser(): Finding {
  const lacking = [
    typeof BroadcastChannel === 'undefined' && 'BroadcastChannel',
    typeof AbortSignal.any !== 'function' && 'AbortSignal.any',
    typeof ResizeObserver === 'undefined' && 'ResizeObserver',
    !CSS.supports('selector(:has(a))') && 'CSS :has()',
  ].filter((each) => each !== false);
  return lacking.length > 0
    ? bad(
        `浏览器版本过旧，缺少 ${lacking.join('、')}；请更新`,
        `This browser is too old: it lacks ${lacking.join(', ')}. Update it.`,
      )
    : good('浏览器满足要求', 'The browser has what is needed');
}

/** In the order in which the page shows them; each stands alone. */
export const selfTests: readonly SelfTest[] = [
  { name: 'server', title: { zh: '服务器', en: 'Server' }, run: server },
  { name: 'realtime', title: { zh: '实时通道', en: 'Live channel' }, run: realtime },
  { name: 'clock', title: { zh: '时钟', en: 'Clock' }, run: clock },
  { name: 'storage', title: { zh: '登录保持', en: 'Staying signed in' }, run: storage },
  { name: 'browser', title: { zh: '浏览器', en: 'Browser' }, run: browser },
];
