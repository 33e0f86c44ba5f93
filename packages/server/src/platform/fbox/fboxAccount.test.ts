import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutboundGuard } from '../outboundGuard.ts';
import { createHttpFbox } from './fboxAccount.ts';

let cloud: Server;
let base: string;
let asked: { url: string; authorization: string | undefined; client: string | undefined }[];
let boxes: { status: number; body: string };
beforeEach(async () => {
  asked = [];
  boxes = { status: 200, body: '[]' };
  cloud = createServer((request, response) => {
    const { authorization } = request.headers;
    asked.push({ url: request.url!, authorization, client: request.headers['x-fbox-clientid'] as string | undefined });
    request.resume().on('end', () => {
      const answer =
        request.url === '/token' ? { status: 200, body: '{"access_token":"key-1","expires_in":7200}' } : boxes;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => cloud.close(resolve)));

const account = (now = () => 0) =>
  createHttpFbox({
    boxesUrl: `${base}/boxes`,
    tokenUrl: `${base}/token`,
    clientId: 'me',
    clientSecret: 'secret',
    guard: createOutboundGuard(['127.0.0.1']),
    now,
  });

test('boxes of groups and bare ones are read, with the name people gave and the state', async () => {
  boxes.body = JSON.stringify([
    { boxRegs: [{ alias: 'Cold store', box: { boxNo: '338211234567', connectionState: 1 } }] },
    { boxNo: '338217654321', alias: null, connectionState: 9 },
  ]);
  const fbox = account();
  expect(await fbox.boxes()).toEqual([
    { number: '338211234567', name: 'Cold store', connection: 1 },
    { number: '338217654321', name: '338217654321', connection: 0 },
  ]);
  expect(asked[1]).toEqual({ url: '/boxes', authorization: 'Bearer key-1', client: 'me' });
});

test('a token is asked for again only when it ends, or is refused', async () => {
  let now = 0;
  const fbox = account(() => now);
  await fbox.boxes();
  await fbox.boxes();
  expect(asked.map(({ url }) => url)).toEqual(['/token', '/boxes', '/boxes']);
  now = 7_200_000;
  boxes.status = 401;
  await expect(fbox.boxes()).rejects.toThrow('HTTP 401');
  boxes.status = 200;
  await fbox.boxes();
  expect(asked.map(({ url }) => url).slice(3)).toEqual(['/token', '/boxes', '/token', '/boxes']);
});

test('an answer that says nothing of boxes is an error, not an empty account', async () => {
  boxes.body = '{"message":"maintenance"}';
  await expect(account().boxes()).rejects.toThrow('holds no boxes');
});
