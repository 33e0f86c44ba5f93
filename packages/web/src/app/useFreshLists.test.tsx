import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CallName, CompanyNews } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { useFreshLists } from './useFreshLists.ts';

let tell: (messages: CompanyNews[]) => void;
let topic: string | null;
vi.mock('../lib/realtime.ts', () => ({
  useTopic: (_name: string, filter: string | null, onMessages: typeof tell) => {
    topic = filter;
    tell = onMessages;
  },
}));

const shownCalls: readonly CallName[] = ['getAllSubareaTree', 'getUserRoleSubareaList', 'getAlarmAct'];
let shown: Awaited<ReturnType<typeof render>>;
let queries: QueryClient;
const old = () => shownCalls.filter((name) => queries.getQueryState([name])?.isInvalidated);
beforeEach(async () => {
  queries = new QueryClient();
  for (const name of shownCalls) queries.setQueryData([name], []);
  const Listening = () => {
    useFreshLists(7);
    return null;
  };
  shown = await render(
    <QueryClientProvider client={queries}>
      <Listening />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await shown.unmount();
  vi.useRealTimers();
});

it('what a colleague changed makes the lists old that show it, and no others', () => {
  expect(topic).toBe('companies/7/news');
  tell([{ kinds: ['partition'] }]);
  expect(old()).toEqual(['getAllSubareaTree']);
  tell([{ kinds: ['member', 'something newer'] }]);
  expect(old()).toEqual(['getAllSubareaTree', 'getUserRoleSubareaList']);
});

it('when many were told at once, each asks at a moment of its own', () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  tell([{ kinds: ['area'], spreadMs: 4_000 }]);
  vi.advanceTimersByTime(1_999);
  expect(old()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(old()).toEqual(['getAllSubareaTree']);
});
