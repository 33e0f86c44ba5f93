import { afterEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { serverNow } from '../lib/serverClock.ts';
import { render } from '../testing/render.tsx';
import { LiveStatus } from './LiveStatus.tsx';

const channel = vi.hoisted(() => ({ status: 'live' }));
vi.mock('../lib/realtime.ts', () => ({ useRealtimeStatus: () => channel.status }));

afterEach(() => vi.useRealTimers());

it.each([
  ['live', 'Live'],
  ['polling', 'Polling · 51 s ago'],
  ['offline', 'No connection · 51 s ago'],
])('says of a channel that is %s: %s', async (status, words) => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  switchLanguage('en');
  channel.status = status;
  const { container, unmount } = await render(<LiveStatus newest={serverNow() - 51_000} />);
  expect(container.textContent).toBe(words);
  await unmount();
});
