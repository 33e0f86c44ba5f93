import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutboundGuard } from '../../platform/outboundGuard.ts';
import { createSealedParts } from './sealedParts.ts';
import { serveStreams } from './serveStreams.ts';
import type { RunningSession } from './sessions.store.ts';
import { streamUrl } from './tickets.ts';
import type { OpenCamera } from './viewers.ts';

let media: Server;
let deleted: string[];
let listening: number;
let started: number;
/** What a media server says of where a session is ended; the first is session 9. */
let ended: (session: number) => { location?: string };
let app: FastifyInstance;
let url: string;
/** What is remembered beyond a restart. */
let kept: RunningSession[];
/** The media server ends no session. */
let isAway: boolean;
/** Whom the ticket admits; null: the right was taken. */
let camera: OpenCamera | null;

beforeEach(async () => {
  [deleted, listening, started, kept, isAway] = [[], 0, 8, [], false];
  ended = (session) => ({ location: `/whep?session=${session}` });
  media = createServer((request, response) => {
    if (request.method === 'DELETE' && isAway) response.writeHead(503).end();
    else if (request.method === 'DELETE') {
      deleted.push(`${request.url} ${request.headers.authorization}`);
      response.end();
    } else if (request.method === 'POST') {
      response.writeHead(201, { 'content-type': 'application/sdp', ...ended(++started) }).end('v=0\r\n');
    } else {
      listening++;
      response.on('close', () => listening--);
      response.writeHead(200).write(Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]));
    }
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  await start();
});

async function start(): Promise<void> {
  app = fastify();
  serveStreams(app, {
    viewers: { admit: async () => camera },
    guard: createOutboundGuard(['127.0.0.1']),
    parts: createSealedParts('a secret of thirty-two characters'),
    keeper: {
      keep: async (session) => void kept.push(session),
      forget: async (href) => {
        kept = kept.filter((session) => session.href !== href);
      },
      all: async () => kept,
    },
    askEveryMs: 20,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(async () => {
  media.closeAllConnections();
  media.close();
  await app.close();
});

const looking = (kind: OpenCamera['kind']): OpenCamera => ({
  id: 1,
  kind,
  userId: 7,
  address: new URL(`http://root:sesame@127.0.0.1:${(media.address() as AddressInfo).port}/live.flv`),
});

test('an FLV stream ends for a viewer whose right was taken, also towards the media server', async () => {
  camera = looking('flv');
  const answer = await fetch(`${url}${streamUrl('ticket', 'flv')}`);
  const reader = answer.body!.getReader();
  await reader.read();
  expect(listening).toBe(1);
  camera = null;
  // Long before the silence of the media server would end it.
  await expect.poll(() => listening, { timeout: 8_000 }).toBe(0);
  expect(await reader.read().catch(() => ({ done: true }))).toMatchObject({ done: true });
});

const offered = async () => {
  camera = looking('whep');
  return fetch(`${url}${streamUrl('ticket', 'whep')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: 'v=0\r\n',
  });
};
const login = `Basic ${Buffer.from('root:sesame').toString('base64')}`;

test('a WebRTC session is ended at the media server when the right of its viewer was taken, and once', async () => {
  expect((await offered()).status).toBe(201);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(deleted).toEqual([]);
  camera = null;
  await expect.poll(() => deleted).toEqual([`/whep?session=9 ${login}`]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(deleted).toHaveLength(1);
});

test('a WebRTC session that its viewer ended is not asked about any more', async () => {
  const session = (await offered()).headers.get('location')!;
  expect((await fetch(`${url}${session}`, { method: 'DELETE' })).status).toBe(204);
  camera = null;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(deleted).toHaveLength(1);
});

test('a WebRTC session of before a restart is ended when its viewer has lost the right meanwhile', async () => {
  await offered();
  await app.close();
  await start();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(deleted).toEqual([]);
  camera = null;
  await expect.poll(() => deleted).toEqual([`/whep?session=9 ${login}`]);
  await expect.poll(() => kept).toEqual([]);
});

test('a media server that does not end a session is asked again', async () => {
  await offered();
  isAway = true;
  camera = null;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(kept).toHaveLength(1);
  isAway = false;
  await expect.poll(() => deleted).toEqual([`/whep?session=9 ${login}`]);
});

test.each([
  ['no address', {}],
  ['an address elsewhere', { location: 'http://media.example/whep?session=9' }],
])(
  'a media server that names %s to end a session shows nothing: its picture could not be stopped',
  async (_what, named) => {
    ended = () => named;
    expect((await offered()).status).toBeGreaterThanOrEqual(400);
    expect(kept).toEqual([]);
  },
);

test('a person has 64 WebRTC sessions; the oldest ends where one more begins', async () => {
  for (let i = 0; i < 65; i++) expect((await offered()).status).toBe(201);
  await expect.poll(() => deleted).toEqual([`/whep?session=9 ${login}`]);
  await expect.poll(() => kept.length).toBe(64);
});
