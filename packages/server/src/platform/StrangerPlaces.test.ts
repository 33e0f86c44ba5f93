import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StrangerPlaces } from './StrangerPlaces.ts';

let server: ReturnType<typeof createServer>;
let places: StrangerPlaces;
const kept: Socket[] = [];
beforeEach(async () => {
  places = new StrangerPlaces({ all: 6, ofNetwork: 4 });
  server = createServer((socket) => {
    if (places.enter(socket)) kept.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of kept.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Dials so often from an address; answers how many are kept. */
async function dial(count: number, localAddress: string): Promise<number> {
  const before = kept.length;
  const { port } = server.address() as AddressInfo;
  const dialled = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  const closed = dialled.map((socket) => {
    socket.on('error', () => {});
    return new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));
  });
  let gone = 0;
  for (const each of closed) void each.then(() => gone++);
  await expect.poll(() => kept.length - before + gone).toBe(count);
  return kept.length - before;
}

test('one network takes only its share of the places, all together only what there are', async () => {
  expect(await dial(6, '127.0.0.1')).toBe(4);
  expect(await dial(6, '127.0.0.2')).toBe(2);
  expect(await dial(1, '127.0.0.3')).toBe(0);
});

test('who signs in, or hangs up, leaves the place to others', async () => {
  expect(await dial(4, '127.0.0.1')).toBe(4);
  expect(await dial(1, '127.0.0.1')).toBe(0);
  places.signedIn(kept[0]!);
  kept[1]!.destroy();
  await once(kept[1]!, 'close');
  expect(await dial(3, '127.0.0.1')).toBe(2);
});
