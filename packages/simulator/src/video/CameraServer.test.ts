import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../testing/ManualClock.ts';
import { CameraServer } from './CameraServer.ts';

const clock = new ManualClock();
let server: Server;
let base: string;
beforeAll(async () => {
  const cameras = new CameraServer(() => () => ({ temperature: -18.4, isDoorOpen: true }), clock);
  server = createServer((request, response) => cameras.answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cameras`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const segmentsOf = async (code: string): Promise<string[]> =>
  [...(await (await fetch(`${base}/${code}/index.m3u8`)).text()).matchAll(/^segment-\d+\.m4s$/gm)].map(
    ([name]) => name,
  );
const bytesOf = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${base}/${path}`)).arrayBuffer());

it('plays a stream that rolls on, each segment of which stands by itself', async () => {
  const before = await segmentsOf('freezer-3');
  expect(before).toHaveLength(4);
  clock.pass(2);
  const after = await segmentsOf('freezer-3');
  expect(after.slice(0, 3)).toEqual(before.slice(1));
  const init = await bytesOf('freezer-3/init.mp4');
  expect(init.includes('avcC')).toBe(true);
  const [first, again] = [await bytesOf(`freezer-3/${after[0]}`), await bytesOf(`freezer-3/${after[0]}`)];
  expect(first.equals(again)).toBe(true);
  // The first picture is a key frame: 0x65 behind the length of its NAL unit.
  expect(first[first.indexOf('mdat') + 8]).toBe(0x65);
});

it('has no segment of the future, none of long ago, and no stream of a camera that is off', async () => {
  const [oldest = '', , , newest = ''] = await segmentsOf('chill-1');
  const next = newest.replace(/\d+/, (number) => String(Number(number) + 1));
  expect((await fetch(`${base}/chill-1/${next}`)).status).toBe(404);
  clock.pass(60);
  expect((await fetch(`${base}/chill-1/${oldest}`)).status).toBe(404);
  expect((await fetch(`${base}/gate/index.m3u8`)).status).toBe(404);
  expect((await fetch(`${base}/freezer-3/../../etc/passwd`)).status).toBe(404);
});

it('sends FLV for as long as somebody listens', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${base}/dock/live.flv`, { signal: leaving.signal });
  const { value } = await answer.body!.getReader().read();
  expect(Buffer.from(value!).subarray(0, 3).toString()).toBe('FLV');
  leaving.abort();
});
