import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from './account/index.ts';
import { startTestApplication, type TestApplication } from './testing/application.ts';
import { aCompany, aMember, aProject } from './testing/factories.ts';
import { anMqttGateway } from './testing/fieldFactories.ts';
import { selfSigned } from './testing/selfSigned.ts';

let app: TestApplication;
let folder: string;
let cert: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-tls-'));
  const made = selfSigned(folder);
  cert = made.cert;
  app = await startTestApplication({
    config: { tls: made },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const projectId = await aProject(db, companyId);
      const lin = await aMember(db, companyId, projectId);
      const login = { account: 'linyuqing', password_hash: await hashPassword('Right_1234') };
      await db.updateTable('app_user').set(login).where('id', '=', lin).execute();
      await anMqttGateway(db, projectId, { userName: 'ours', password: 'ours secret' });
    },
  });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

function ask(
  method: 'GET' | 'POST',
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const port = app.application.httpPort;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: url, method, headers, ca: cert }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test('a browser signs in over TLS, keeps a cookie that no plain page can plant, and is to come by TLS for a year', async () => {
  const signedIn = await ask('POST', '/api/User/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'linyuqing', pwd: 'Right_1234' }),
  });
  expect(signedIn.status).toBe(200);
  expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  const cookie = signedIn.headers['set-cookie']![0]!;
  expect(cookie).toMatch(/^__Host-refreshToken=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const pair = cookie.split(';')[0]!;
  expect((await ask('GET', '/api/User/RefreshToken', { headers: { cookie: pair } })).status).toBe(200);
  const planted = pair.replace('__Host-', '');
  expect((await ask('GET', '/api/User/RefreshToken', { headers: { cookie: planted } })).status).toBe(401);
});

test('a cookie of a name that a neighbour of this host could plant does not count', async () => {
  const signedIn = await ask('POST', '/api/User/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'linyuqing', pwd: 'Right_1234' }),
  });
  const planted = signedIn.headers['set-cookie']![0]!.split(';')[0]!.replace('__Host-', '__Secure-');
  expect((await ask('GET', '/api/User/RefreshToken', { headers: { cookie: planted } })).status).toBe(401);
});

test.each(['TLSv1', 'TLSv1.1'] as SecureVersion[])('%s is refused', async (version) => {
  const port = app.application.httpPort;
  const options = { host: '127.0.0.1', port, ca: cert, minVersion: version, maxVersion: version };
  await expect(
    new Promise((resolve, reject) => connectTls(options, () => resolve('let in')).once('error', reject)),
  ).rejects.toThrow();
});

test('who speaks without TLS gets no answer', async () => {
  await expect(fetch(app.url)).rejects.toThrow();
});

test('a gateway publishes over TLS, and is not let in without', async () => {
  const login = { username: 'ours', password: 'ours secret', reconnectPeriod: 0 };
  const connected = (url: string) =>
    new Promise<boolean>((resolve) => {
      const client = mqtt.connect(url, { ...login, ca: cert });
      client.once('connect', () => {
        resolve(true);
        client.end(true);
      });
      client.on('error', () => resolve(false));
      client.once('close', () => resolve(false));
    });
  expect(await connected(`mqtts://127.0.0.1:${app.application.mqttPort}`)).toBe(true);
  expect(await connected(`mqtt://127.0.0.1:${app.application.mqttPort}`)).toBe(false);
});
