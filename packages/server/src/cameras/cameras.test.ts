import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CameraRow, cameraErrors, cameraFailures, hiddenPart, type WatchedCamera } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../platform/clock.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createOutboundGuard } from '../platform/outboundGuard.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCamera } from '../testing/camerasOf.ts';
import { picture } from '../testing/equippedCompany.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aDevice, aMember, aProject, limitMember } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { checkCameras } from './checkCameras.ts';

const secret = 'sesame-7731';
const flvBytes = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0, 1, 2, 3]);
const segment = Buffer.from('pieces of a picture');

/** A media server: which streams it has, what it was asked, and who is still listening. */
let media: Server;
let sockets: WebSocketServer;
let base: string;
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const listening = new Set<object>();

const playlist = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-MEDIA-SEQUENCE:7',
  `#EXT-X-MAP:URI="init.mp4?token=${secret}"`,
  '#EXTINF:2.000,',
  `seg-7.m4s?token=${secret}`,
  '#EXTINF:2.000,',
  'http://10.11.12.13/secrets.m4s',
  '',
].join('\n');

let app: TestApplication;
let turnedMs = 0;
const clock: Clock = { now: () => systemClock.now() + turnedMs };
let ask: AskAs;
let companyId: number;
let projectId: number;
let deviceId: number;
let otherDeviceId: number;
let editor: number;
let watcher: number;
let limited: number;

beforeAll(async () => {
  media = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body });
      const [path = ''] = url.split('?');
      if (path === '/cam/index.m3u8') {
        if (!url.includes('?')) return response.writeHead(401).end();
        return response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(playlist);
      }
      if (path === '/moved/index.m3u8') {
        if (headers.cookie === 'seen=1') return response.writeHead(200).end(playlist);
        return response.writeHead(302, { location: url, 'set-cookie': 'seen=1; Path=/' }).end();
      }
      if (path === '/away/index.m3u8')
        return response.writeHead(302, { location: 'http://10.11.12.13/index.m3u8' }).end();
      if (path === '/page/index.m3u8') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      if (path.endsWith('seg-7.m4s')) return response.writeHead(200, { 'content-type': 'text/html' }).end(segment);
      if (path === '/cam/live.flv') {
        listening.add(response);
        response.on('close', () => listening.delete(response));
        return response.writeHead(200).write(flvBytes);
      }
      if (path === '/cam/whep') {
        if (method === 'OPTIONS') return response.writeHead(204).end();
        if (method === 'DELETE') return response.writeHead(200).end();
        return response
          .writeHead(201, { 'content-type': 'application/sdp', location: '/cam/whep?session=9' })
          .end('v=0\r\nanswer');
      }
      return response.writeHead(404).end();
    });
  });
  sockets = new WebSocketServer({ server: media, path: '/socket/live.flv' });
  sockets.on('connection', (socket) => {
    listening.add(socket);
    socket.on('close', () => listening.delete(socket));
    socket.send(flvBytes);
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  base = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      deviceId = await aDevice(db, projectId, { name: 'Freezer 1', nameEn: 'Freezer 1' });
      otherDeviceId = await aDevice(db, projectId, { name: 'Freezer 2', nameEn: 'Freezer 2' });
      editor = await aMember(db, companyId, projectId, {
        permissions: ['terminals', 'terminalsEdit', 'monitorView', 'monitorEdit', 'projectConfig', 'projectLogs'],
      });
      watcher = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'terminals', 'terminalsEdit'] });
      await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
    },
  });
  ask = askAs(() => app);
});
afterAll(async () => {
  await app.stop();
  sockets.close();
  media.closeAllConnections();
  media.close();
});
beforeEach(async () => {
  asked = [];
  await app.database.pool.query('DELETE FROM camera');
});

const at = (path: string) => `${base}${path}`;
const newCamera = (values: object = {}) => ({
  ProjectId: projectId,
  CameraName: 'Door',
  Kind: 'hls' as const,
  VideoAddress: at(`/cam/index.m3u8?token=${secret}`),
  ...values,
});
const bind = (values: object = {}, who = editor) => ask(who, 'bindCamera', { body: newCamera(values) });
const bound = async (values: object = {}): Promise<number> => (await bind(values)).data.Key;
const list = async (who = editor): Promise<CameraRow[]> =>
  (await ask(who, 'getCameraPage', { body: { ProjectId: projectId } })).data.Data;
/** The wall as somebody sees it who stays signed in. */
const wallOf = async (who: number): Promise<WatchedCamera[]> =>
  (await ask(who, 'getVideoMonitorPage', { body: { ProjectId: projectId } })).data.Data;
const urlFor = async (who: number, key: number): Promise<string> =>
  `${app.url}${(await wallOf(who)).find((camera) => camera.Key === key)!.VideoAddress}`;

describe('binding a camera', () => {
  test('keeps what opens its address to itself: neither lists nor the log nor the export say it', async () => {
    const { status } = await bind({
      VideoAddress: `http://root:${secret}@${base.slice(7)}/cam/index.m3u8?token=${secret}`,
      Mtid: deviceId,
      DeviceNumber: 'DS-1',
    });
    expect(status).toBe(200);
    const [camera] = await list();
    expect(camera).toMatchObject({ CameraName: 'Door', MName: 'Freezer 1', State: 'unchecked', MayEdit: true });
    expect(camera!.SourceAddress).toBe(`http://${hiddenPart}@${base.slice(7)}/cam/index.m3u8?${hiddenPart}`);
    await ask(editor, 'updateCamera', {
      body: {
        Key: camera!.Key,
        Kind: 'hls',
        VideoAddress: `http://root:${secret}x@${base.slice(7)}/cam/index.m3u8?t=${secret}`,
      },
    });
    const log = await ask(editor, 'getOperationLogPage', { body: { ProjectId: projectId } });
    const { rows } = await app.database.pool.query(
      `SELECT * FROM operation_log WHERE subject_kind = 'camera' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { call: 'bindCamera', after: { name: 'Door', videoKind: 'hls', deviceId } },
      { call: 'updateCamera', after: { password: 'changed' } },
    ]);
    const sheet = await exportedSheet(app.url, await tokenOf(editor), 'cameras', { ProjectId: projectId });
    expect(sheet.names).toEqual(['Door']);
    expect(JSON.stringify([await list(), await wallOf(watcher), log, rows, sheet])).not.toContain(secret);
  });

  test.each([
    ['hls', 'rtsp://10.0.0.9:554/h264', 'WHEP'],
    ['hls', 'https://example.com/live.flv', '.m3u8'],
    ['flv', 'https://example.com/index.m3u8', '.flv'],
    ['whep', 'ws://example.com/cam/whep', '/whep'],
    ['hls', 'not an address', 'Not a valid video link address'],
    ['hls', `https://${hiddenPart}@example.com/index.m3u8`, 'whole address'],
  ] as const)('refuses %s at %s and says what is right', async (Kind, VideoAddress, words) => {
    const { status, message } = await bind({ Kind, VideoAddress });
    expect(status).toBe(400);
    expect(message).toContain(words);
  });

  test('refuses hosts that the server must not dial, names that are taken and devices of other places', async () => {
    const refused = await bind({ VideoAddress: 'http://10.11.12.13/index.m3u8' });
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(`VideoAddress: ${cameraErrors.addressRefused.en}`);
    await bind();
    expect((await bind()).message).toContain('CameraName: Camera not bound: the project has a camera named “Door”');
    const elsewhere = await aDevice(app.database.db, await aProject(app.database.db, companyId));
    expect(await bind({ CameraName: 'Gate', Mtid: elsewhere })).toMatchObject({ status: 404 });
    expect((await bind({ CameraName: 'Gate' }, watcher)).status).toBe(403);
    const key = (await list())[0]!.Key;
    const other = await bound({ CameraName: 'Gate' });
    expect((await ask(editor, 'updateCamera', { body: { Key: other, CameraName: 'Door' } })).status).toBe(400);
    expect((await ask(editor, 'updateCamera', { body: { Key: key, Kind: 'flv' } })).status).toBe(400);
  });

  test('who sees one device binds and sees cameras of that one, and none of the place itself', async () => {
    await bound({ CameraName: 'Yard' });
    await bound({ CameraName: 'Other', Mtid: otherDeviceId });
    expect((await bind({ CameraName: 'Mine' }, limited)).status).toBe(403);
    expect((await bind({ CameraName: 'Mine', Mtid: otherDeviceId }, limited)).status).toBe(404);
    expect((await bind({ CameraName: 'Mine', Mtid: deviceId }, limited)).status).toBe(200);
    expect((await list(limited)).map(({ CameraName }) => CameraName)).toEqual(['Mine']);
    expect((await wallOf(limited)).map(({ CameraName }) => CameraName)).toEqual(['Mine']);
    const yard = (await list()).find(({ CameraName }) => CameraName === 'Yard')!;
    for (const call of ['checkCamera', 'updateCamera'] as const)
      expect((await ask(limited, call, { body: { Key: yard.Key } })).status).toBe(404);
    expect((await ask(limited, 'unbindCamera', { body: { KeyList: [yard.Key] } })).status).toBe(404);
  });

  test('goes with the device: merged it looks at what became of it, deleted it looks at the place', async () => {
    const { db } = app.database;
    const [first, second] = [await aDevice(db, projectId, { name: 'A' }), await aDevice(db, projectId, { name: 'B' })];
    await bound({ Mtid: second });
    const deviceNow = async () => (await list())[0]!.Mtid;
    const { status } = await ask(editor, 'mergeModelTree', {
      body: { ProjectId: projectId, ModelTreeId: first, MergeModelTreeIdList: [second] },
    });
    expect([status, await deviceNow()]).toEqual([200, first]);
    await db.deleteFrom('device').where('id', '=', first).execute();
    expect(await deviceNow()).toBeNull();
  });

  test('a picture taken of it is kept as its last one, and not deleted while it is', async () => {
    const key = await bound();
    const file = new File([picture], 'door.png', { type: 'image/png' });
    const { Url } = (await ask(editor, 'upload', { files: [file] })).data;
    expect((await ask(watcher, 'setCameraCover', { body: { Key: key, Url } })).status).toBe(403);
    expect((await ask(editor, 'setCameraCover', { body: { Key: key, Url } })).status).toBe(200);
    const [camera] = await wallOf(watcher);
    expect(camera).toMatchObject({ CoverEPOCH: expect.any(Number), MaySnapshot: false });
    expect((await fetch(`${app.url}${camera!.CoverUrl}`)).status).toBe(200);
    expect((await ask(editor, 'delFile', { query: { path: Url } })).status).toBe(409);
  });
});

const tokenOf = async (userId: number) => ({ token: await tokenFor(app.database.db, userId, clock) });

describe('watching a camera', () => {
  test('HLS: the playlist names only us, its pieces come through us, and nothing else can be asked for', async () => {
    const key = await bound();
    const url = await urlFor(watcher, key);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('mpegurl');
    const text = await answer.text();
    expect(text).not.toContain(secret);
    expect(text).not.toContain(base.slice(7));
    const [init, piece, beyond] = [...text.matchAll(/(p\/[\w-]+)/g)].map(([name]) => new URL(name, url).href);
    // Who reads the list or the playlist again is told the same names: nothing begins anew.
    expect(await (await fetch(url)).text()).toBe(text);
    expect(init).not.toBe(piece);
    const got = await fetch(piece!);
    // Under any content type of the media server, a browser shows and runs nothing of it.
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(segment);
    // Another host in the house, named by the playlist.
    expect((await fetch(beyond!)).status).toBe(503);
    const other = await bound({ CameraName: 'Other' });
    const elsewhere = (await urlFor(watcher, other)).replace(
      'index.m3u8',
      piece!.split('/stream/')[1]!.split('/').slice(1).join('/'),
    );
    expect((await fetch(elsewhere)).status).toBe(404);
    // Not the last letter: some of its bits count for nothing, so that another one may say the same.
    const forged = url.replace(/(.)(...\/index)/, (_, letter, rest) => (letter === 'x' ? 'y' : 'x') + rest);
    expect((await fetch(forged)).status).toBe(403);
  });

  test('a media server that hands out a cookie first, or leads elsewhere', async () => {
    const moved = await bound({ VideoAddress: at('/moved/index.m3u8') });
    expect((await fetch(await urlFor(watcher, moved))).status).toBe(200);
    const away = await bound({ CameraName: 'Away', VideoAddress: at('/away/index.m3u8') });
    const answer = await fetch(await urlFor(watcher, away), { headers: { language: 'en' } });
    expect([answer.status, ((await answer.json()) as { Message: string }).Message]).toEqual([
      503,
      `No video: ${cameraFailures.hostRefused.en}`,
    ]);
  });

  test.each([
    ['HTTP', () => at('/cam/live.flv')],
    ['WebSocket', () => at('/socket/live.flv').replace('http', 'ws')],
  ])('FLV over %s runs until the viewer leaves', async (_wire, address) => {
    const key = await bound({ Kind: 'flv', VideoAddress: address() });
    const leaving = new AbortController();
    const answer = await fetch(await urlFor(watcher, key), { signal: leaving.signal });
    const { value } = await answer.body!.getReader().read();
    expect(Buffer.from(value!)).toEqual(flvBytes);
    expect(listening.size).toBe(1);
    leaving.abort();
    await expect.poll(() => listening.size).toBe(0);
  });

  test('WebRTC: offer and answer pass through us, and the end of the session, too', async () => {
    const key = await bound({ Kind: 'whep', VideoAddress: at('/cam/whep').replace('//', `//root:${secret}@`) });
    const answer = await fetch(await urlFor(watcher, key), {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: 'v=0\r\noffer',
    });
    expect([answer.status, await answer.text()]).toEqual([201, 'v=0\r\nanswer']);
    const session = answer.headers.get('location')!;
    expect(session).not.toContain(secret);
    expect((await fetch(`${app.url}${session}`, { method: 'DELETE' })).status).toBe(204);
    const login = `Basic ${Buffer.from(`root:${secret}`).toString('base64')}`;
    expect(asked.map(({ method, url, headers, body }) => [method, url, headers.authorization, body])).toEqual([
      ['POST', '/cam/whep', login, 'v=0\r\noffer'],
      ['DELETE', '/cam/whep?session=9', login, ''],
    ]);
  });

  test('ends with the sign-in, with the right, and with the project', async () => {
    const { pool } = app.database;
    const key = await bound();
    const member = await aMember(app.database.db, companyId, projectId, { permissions: ['monitorView'] });
    const url = await urlFor(member, key);
    const statusAfter = async (sql: string, values: unknown[]) => {
      expect((await fetch(url)).status).toBe(200);
      await pool.query(sql, values);
      turnedMs += 11_000;
      return (await fetch(url)).status;
    };
    expect(await statusAfter('UPDATE project SET disabled_at = now() WHERE id = $1', [projectId])).toBe(403);
    await pool.query('UPDATE project SET disabled_at = NULL WHERE id = $1', [projectId]);
    turnedMs += 11_000;
    expect(await statusAfter('DELETE FROM role_entry WHERE user_id = $1', [member])).toBe(403);
    const watching = await urlFor(watcher, key);
    expect((await fetch(watching)).status).toBe(200);
    await pool.query('UPDATE session_family SET revoked_at = now() WHERE user_id = $1', [watcher]);
    turnedMs += 11_000;
    expect((await fetch(watching)).status).toBe(403);
  });
});

describe('whether a camera can be reached', () => {
  const standingOf = async (path: string, kind: 'flv' | 'hls' | 'whep' = 'hls') => {
    const key = await aCamera(app.database.db, { companyId, projectId }, { name: path, kind, address: at(path) });
    return (await ask(watcher, 'checkCamera', { body: { Key: key } })).data;
  };

  test('is found out by asking, and said in words', async () => {
    expect(await standingOf(`/cam/index.m3u8?token=${secret}`)).toMatchObject({ State: 'reachable', Reason: null });
    expect(await standingOf('/cam/live.flv', 'flv')).toMatchObject({ State: 'reachable' });
    expect(await standingOf('/cam/whep', 'whep')).toMatchObject({ State: 'reachable' });
    for (const [path, failure] of [
      ['/cam/index.m3u8', 'loginRefused'],
      ['/gone/index.m3u8', 'unknownStream'],
      ['/page/index.m3u8', 'notAStream'],
      ['/away/index.m3u8', 'hostRefused'],
    ] as const)
      expect(await standingOf(path)).toMatchObject({ State: 'unreachable', Reason: cameraFailures[failure].en });
  });

  test('is asked by the server itself every few minutes; since when it is away stays', async () => {
    const { db } = app.database;
    const secretKey = await installationSecret(db, 'secrets');
    const deps = { db, clock, guard: createOutboundGuard(['127.0.0.1']), secretKey };
    // As many as are asked side by side whose address nobody can read, as after a change of the key: they keep nobody waiting.
    for (let n = 0; n < 8; n++)
      await aCamera(db, { companyId, projectId }, { name: `A ${n}`, kind: 'hls', address: at('/x') });
    await db
      .updateTable('camera')
      .set({ address: Buffer.alloc(40) })
      .execute();
    const key = await bound({ VideoAddress: at('/gone/index.m3u8') });
    await checkCameras(deps);
    const unread = (await list()).filter(({ Key }) => Key !== key);
    expect(unread.map(({ State }) => State)).toEqual(Array.from({ length: 8 }, () => 'unreachable'));
    await db.deleteFrom('camera').where('id', '<>', key).execute();
    const [first] = await list();
    expect(first).toMatchObject({ State: 'unreachable', UnreachableSinceEPOCH: first!.CheckedEPOCH });
    turnedMs += 6 * 60_000;
    await checkCameras(deps);
    const [second] = await list();
    expect(second!.UnreachableSinceEPOCH).toBe(first!.UnreachableSinceEPOCH);
    expect(second!.CheckedEPOCH).toBeGreaterThan(first!.CheckedEPOCH!);
    // Repaired at the media server.
    await db
      .updateTable('camera')
      .set({ address: createSecretBox(secretKey).seal(at(`/cam/index.m3u8?token=${secret}`)) })
      .where('id', '=', key)
      .execute();
    turnedMs += 6 * 60_000;
    await checkCameras(deps);
    expect((await list())[0]).toMatchObject({ State: 'reachable', UnreachableSinceEPOCH: null });
  });
});
