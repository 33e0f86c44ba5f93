import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Channel, openChannel } from './openChannel.ts';

// No other test of a page has a channel.
vi.unmock('./openChannel.ts');

/** The other end of the line, as a broker has it. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readonly readyState = FakeSocket.OPEN;
  binaryType = '';
  sent: number[][] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: (() => void) | null = null;
  readonly url: string;
  readonly protocol: string;
  constructor(url: string, protocol: string) {
    this.url = url;
    this.protocol = protocol;
    FakeSocket.last = this;
  }
  send(bytes: Uint8Array): void {
    this.sent.push([...bytes]);
  }
  close(): void {
    this.isClosed = true;
    this.onclose?.();
  }
  say(...bytes: number[]): void {
    this.onmessage?.({ data: Uint8Array.from(bytes).buffer });
  }
}

let channel: Channel;
let heard: string[];
const socket = () => FakeSocket.last;
const ascii = (words: string) => [...words].map((letter) => letter.charCodeAt(0));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  heard = [];
  channel = openChannel('ws://here/mqtt', {
    username: 'bearer',
    password: 'token',
    keepaliveSeconds: 30,
    connectTimeoutMs: 10_000,
  });
  channel.on('connect', () => heard.push('connect'));
  channel.on('message', (topic, payload) => heard.push(`${topic}: ${new TextDecoder().decode(payload)}`));
  channel.on('error', ({ message }) => heard.push(message));
  channel.on('close', () => heard.push('close'));
  socket().onopen?.();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('signs in as MQTT 3.1.1 has it, and says when it is let in', () => {
  expect([socket().url, socket().protocol, socket().binaryType]).toEqual(['ws://here/mqtt', 'mqtt', 'arraybuffer']);
  expect(socket().sent).toEqual([
    [0x10, 27, 0, 4, ...ascii('MQTT'), 4, 0xc2, 0, 30, 0, 0, 0, 6, ...ascii('bearer'), 0, 5, ...ascii('token')],
  ]);
  expect(channel.connected).toBe(false);
  socket().say(0x20, 2, 0, 0);
  expect(channel.connected).toBe(true);
  expect(heard).toEqual(['connect']);
});

it('says which subscriptions were granted, and ends what is unanswered with the connection', () => {
  socket().say(0x20, 2, 0, 0);
  const answers: unknown[] = [];
  channel.subscribe(['a/+', 'b'], { qos: 0 }, (error, granted) => answers.push(error ?? granted));
  expect(socket().sent[1]).toEqual([0x82, 12, 0, 1, 0, 3, ...ascii('a/+'), 0, 0, 1, ...ascii('b'), 0]);
  socket().say(0x90, 4, 0, 1, 0, 0x80);
  expect(answers).toEqual([
    [
      { topic: 'a/+', qos: 0 },
      { topic: 'b', qos: 128 },
    ],
  ]);
  channel.subscribe(['c'], { qos: 0 }, (error) => answers.push(error?.message));
  socket().close();
  expect(answers[1]).toBe('The connection was closed.');
  expect(heard).toEqual(['connect', 'close']);
});

it('hears messages however they are cut, also long ones', () => {
  socket().say(0x20, 2, 0, 0);
  const long = 'x'.repeat(200);
  const bytes = [0x30, 4, 0, 1, ...ascii('a1'), 0x30, 0xcb, 0x01, 0, 1, ...ascii(`b${long}`)];
  for (const byte of bytes) socket().say(byte);
  expect(heard.slice(1)).toEqual(['a: 1', `b: ${long}`]);
  socket().say(...bytes);
  expect(heard.slice(3)).toEqual(['a: 1', `b: ${long}`]);
});

it('gives up on a server that refuses', () => {
  socket().say(0x20, 2, 0, 5);
  expect(heard).toEqual(['The server refused the connection: 5.', 'close']);
  expect(socket().isClosed).toBe(true);
});

it('gives up on a server that does not let us in in time', () => {
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(['The server did not answer.', 'close']);
});

it('asks a silent server for a sign of life, and gives up without one', () => {
  socket().say(0x20, 2, 0, 0);
  vi.advanceTimersByTime(30_000);
  expect(socket().sent[1]).toEqual([0xc0, 0]);
  socket().say(0xd0, 0);
  vi.advanceTimersByTime(30_000);
  expect(channel.connected).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(heard).toEqual(['connect', 'The server is silent.', 'close']);
});
