import { EventEmitter } from 'node:events';
import { realtimeTopics } from '@watchpost/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../testing/fakeApi.ts';
import { act, render, until } from '../testing/render.tsx';
import { setAccessToken } from './accessToken.ts';
import { pollWhenNotLive, useRealtimeStatus, useTopic } from './realtime.ts';

const broker = vi.hoisted(() => ({ connections: [] as FakeConnection[], refuses: new Set<string>() }));

interface FakeConnection extends EventEmitter {
  connected: boolean;
  ended: boolean;
  password: string;
  topics: Set<string>;
  /** Answers the subscriptions that wait, as a server does some time after they were asked for. */
  answer(): void;
  /** Breaks: what waits for an answer gets an error first, then the end is told. */
  lose(): void;
}

type Granted = (error: Error | null, granted: { topic: string; qos: number }[]) => void;

vi.mock('./openChannel.ts', () => {
  const openChannel = (_url: string, options: { password: string }): FakeConnection => {
    const unanswered: { topics: string[]; answer: Granted }[] = [];
    const connection: FakeConnection = Object.assign(new EventEmitter(), {
      connected: false,
      ended: false,
      password: options.password,
      topics: new Set<string>(),
      subscribe(topics: string[], _options: object, answer: Granted) {
        unanswered.push({ topics, answer });
      },
      answer() {
        for (const { topics, answer } of unanswered.splice(0)) {
          const granted = topics.filter((topic) => !broker.refuses.has(topic));
          for (const topic of granted) connection.topics.add(topic);
          answer(
            null,
            topics.map((topic) => ({ topic, qos: granted.includes(topic) ? 0 : 128 })),
          );
        }
      },
      lose() {
        connection.connected = false;
        for (const { answer } of unanswered.splice(0)) answer(new Error('Connection closed'), []);
        connection.emit('close');
      },
      unsubscribe(topic: string) {
        connection.topics.delete(topic);
      },
      end() {
        connection.ended = true;
        connection.connected = false;
        connection.emit('close');
      },
    });
    broker.connections.push(connection);
    return connection;
  };
  return { openChannel };
});

/** Lets the connection in; what it subscribes is not answered yet. */
const letIn = (connection: FakeConnection | undefined) =>
  act(async () => {
    if (!connection) throw new Error('nobody connected');
    connection.connected = true;
    connection.emit('connect');
  });
const answer = (connection: FakeConnection | undefined) => act(async () => connection?.answer());
const accept = async (connection: FakeConnection | undefined) => {
  await letIn(connection);
  await answer(connection);
};

function Watch({ topic, onValue }: { topic: string; onValue: (values: unknown) => void }) {
  useTopic('deviceValues', topic, (messages) => onValue(messages));
  return <p>{useRealtimeStatus()}</p>;
}

const topic = realtimeTopics.deviceValues.topic(1, '+');
const say = (connection: FakeConnection | undefined, to: string, text: string) =>
  act(async () => void connection?.emit('message', to, new TextEncoder().encode(text)));

beforeEach(() => {
  broker.connections.length = 0;
  broker.refuses.clear();
  setAccessToken({ token: 'first', expiresAt: Date.now() + 900_000 });
  fakeApi({});
});

it('delivers what the contract allows to every listener over one subscription', async () => {
  const heard = vi.fn();
  const heardToo = vi.fn();
  const page = await render(
    <>
      <Watch topic={topic} onValue={heard} />
      <Watch topic={topic} onValue={heardToo} />
    </>,
  );
  const connection = await until(() => broker.connections[0]);
  expect(pollWhenNotLive(10_000)()).toBe(10_000);
  await accept(connection);
  expect(page.container.textContent).toBe('livelive');
  expect(pollWhenNotLive(10_000)()).toBe(false);
  expect([...connection.topics]).toEqual([topic]);

  await say(connection, 'projects/2/devices/7/values', '{"values":[[17,99,0,1795258800000,"within"]]}');
  await say(connection, 'projects/1/devices/7/values', '{"values":[[17,-18.2,0,1795258800000,"within"]]}');
  await say(connection, 'projects/1/devices/7/values', '{"values":"garbage"}');
  expect(heard).toHaveBeenCalledExactlyOnceWith([{ values: [[17, -18.2, 0, 1795258800000, 'within']] }]);
  expect(heardToo).toHaveBeenCalledTimes(1);
  await page.unmount();
  expect(connection.ended).toBe(true);
});

it('leaves the old connection only when the one with the new token hears everything', async () => {
  const heard = vi.fn();
  const page = await render(<Watch topic={topic} onValue={heard} />);
  const first = await until(() => broker.connections[0]);
  await accept(first);

  await act(async () => setAccessToken({ token: 'second', expiresAt: Date.now() + 900_000 }));
  const second = await until(() => broker.connections[1]);
  expect(second.password).toBe('second');
  await letIn(second);
  expect(first.ended).toBe(false);
  await say(first, 'projects/1/devices/7/values', '{"values":[[17,-18.2,0,1795258800000,"within"]]}');
  expect(heard).toHaveBeenCalledTimes(1);
  await answer(second);
  expect(first.ended).toBe(true);
  expect([...second.topics]).toEqual([topic]);
  expect(page.container.textContent).toBe('live');
  await page.unmount();
});

it('stays with the old connection when the new one breaks before the server answered its subscriptions', async () => {
  const page = await render(<Watch topic={topic} onValue={() => {}} />);
  const first = await until(() => broker.connections[0]);
  await accept(first);
  await act(async () => setAccessToken({ token: 'second', expiresAt: Date.now() + 900_000 }));
  const second = await until(() => broker.connections[1]);
  await letIn(second);
  await act(async () => second.lose());
  expect(first.ended).toBe(false);
  expect(page.container.textContent).toBe('live');
  await page.unmount();
});

it('renews its token in time though nobody makes a call, and hears on without a gap', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const expiresAt = Date.now() + 900_000;
    setAccessToken({ token: 'first', expiresAt });
    const { received } = fakeApi({
      refreshToken: () => ({ Token: 'renewed', RefreshToken: 'cookie', ExpiresAt: expiresAt + 880_000 }),
    });
    const page = await render(<Watch topic={topic} onValue={() => {}} />);
    const first = await until(() => broker.connections[0]);
    await accept(first);
    await act(async () => void vi.advanceTimersByTime(875_000));
    expect(received).toEqual([]);

    await act(async () => void vi.advanceTimersByTime(10_000));
    const second = await until(() => broker.connections[1]);
    expect(second.password).toBe('renewed');
    expect(first.ended).toBe(false);
    expect(page.container.textContent).toBe('live');
    await accept(second);
    expect(first.ended).toBe(true);
    expect(page.container.textContent).toBe('live');
    expect(received).toEqual(['refreshToken']);
    expect(Date.now()).toBeLessThan(expiresAt);
    await page.unmount();
  } finally {
    vi.useRealTimers();
  }
});

it('tries again to move in time when the first attempt breaks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    setAccessToken({ token: 'first', expiresAt: Date.now() + 900_000 });
    fakeApi({ refreshToken: () => ({ Token: 'renewed', RefreshToken: 'cookie', ExpiresAt: Date.now() + 900_000 }) });
    const page = await render(<Watch topic={topic} onValue={() => {}} />);
    const first = await until(() => broker.connections[0]);
    await accept(first);
    await act(async () => void vi.advanceTimersByTime(885_000));
    const second = await until(() => broker.connections[1]);
    await act(async () => second.lose());
    await act(async () => void vi.advanceTimersByTime(5_000));
    await accept(await until(() => broker.connections[2]));
    expect(first.ended).toBe(true);
    expect(page.container.textContent).toBe('live');
    await page.unmount();
  } finally {
    vi.useRealTimers();
  }
});

it('falls back to polling while the channel is lost, and returns', async () => {
  const page = await render(<Watch topic={topic} onValue={() => {}} />);
  const first = await until(() => broker.connections[0]);
  await accept(first);
  await act(async () => void first.lose());
  expect(page.container.textContent).toBe('polling');
  expect(pollWhenNotLive(30_000)()).toBe(30_000);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await accept(await until(() => broker.connections[1]));
  expect(page.container.textContent).toBe('live');
  await page.unmount();
});

it('goes on polling while the server refuses what is on screen', async () => {
  broker.refuses.add(topic);
  const page = await render(<Watch topic={topic} onValue={() => {}} />);
  await until(() => broker.connections.length === 1);
  await accept(broker.connections[0]);
  expect(page.container.textContent).toBe('polling');
});
