import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { selfSigned } from '../../testing/selfSigned.ts';
import { soon } from '../../testing/soon.ts';
import { createLog } from './log.ts';
import { type SyslogSender, sendToSyslog, syslogFrame } from './sendToSyslog.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-syslog-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { certFile, keyFile } = selfSigned(folder);
const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)];

const senders: SyslogSender[] = [];
const servers: Receiver[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
  for (const server of servers.splice(0)) await server.stop();
});

interface Receiver {
  readonly port: number;
  /** Messages without their frames. */
  readonly messages: string[];
  stop(): Promise<void>;
}

/** A syslog server as RFC 5425 describes it: TLS, and the length of each message before it. */
async function receive(port = 0): Promise<Receiver> {
  const messages: string[] = [];
  const sockets = new Set<TLSSocket>();
  const server: Server = createServer({ cert, key }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let rest = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const digits = /^(\d+) /.exec(rest.toString('latin1', 0, 12))?.[1];
        if (digits === undefined) return;
        const begin = digits.length + 1;
        if (rest.length < begin + Number(digits)) return;
        messages.push(rest.toString('utf8', begin, begin + Number(digits)));
        rest = rest.subarray(begin + Number(digits));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver = {
    port: (server.address() as AddressInfo).port,
    messages,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  servers.push(receiver);
  return receiver;
}

function sendTo(port: number, { ca = cert as Buffer | null, maxWaiting = 100 } = {}) {
  const troubles: Error[] = [];
  const drops: number[] = [];
  const reports = {
    onTrouble: (error: Error) => troubles.push(error),
    onDropped: (count: number) => drops.push(count),
  };
  const sender = sendToSyslog({ host: '127.0.0.1', port, ca }, reports, maxWaiting);
  senders.push(sender);
  return { sender, troubles, drops };
}

const line = (msg: string, level = 'info'): string =>
  `${JSON.stringify({ level, time: Date.UTC(2026, 10, 29, 12), msg })}\n`;

test('a line is a message of RFC 5424 with its length in bytes before it', () => {
  const frame = syslogFrame(line('库门打开', 'warn'), 'host', 4711).toString();
  const message = `<132>1 2026-11-29T12:00:00.000Z host watchpost 4711 - - ${line('库门打开', 'warn').trimEnd()}`;
  expect(frame).toBe(`${Buffer.byteLength(message)} ${message}`);
});

test('lines of the log arrive over TLS in their order, those before the connection, too', async () => {
  const server = await receive();
  const { sender } = sendTo(server.port);
  const log = createLog('info', sender);
  log.info('first');
  log.debug('not logged at this level');
  log.error({ device: 7 }, '第二');
  await vi.waitFor(() => expect(server.messages).toHaveLength(2), soon);
  expect(server.messages[0]).toMatch(/^<134>1 \S+Z \S+ watchpost \d+ - - \{"level":"info",.*"msg":"first"\}$/);
  expect(server.messages[1]).toMatch(/^<131>1 .*"device":7,"msg":"第二"\}$/);
});

test('while the server is out of reach lines wait, and those that too many waited for are counted', async () => {
  const server = await receive();
  const { port } = server;
  await server.stop();
  const { sender, troubles, drops } = sendTo(port, { maxWaiting: 10 });
  for (let i = 0; i < 25; i++) sender.write(line(`${i}`));
  await vi.waitFor(() => expect(troubles).toHaveLength(1), soon);
  const again = await receive(port);
  await vi.waitFor(() => expect(again.messages).toHaveLength(10), soon);
  expect(again.messages.map((message) => /"msg":"(\d+)"/.exec(message)![1])).toEqual([...'0123456789']);
  expect(drops).toEqual([15]);
  // One outage is one trouble.
  expect(troubles).toHaveLength(1);
});

test('a server that nobody trusted vouches for is sent nothing', async () => {
  const server = await receive();
  const { sender, troubles } = sendTo(server.port, { ca: null });
  sender.write(line('secret'));
  await vi.waitFor(() => expect(troubles).toHaveLength(1), soon);
  expect(troubles[0]!.message).toMatch(/self.signed/i);
  expect(server.messages).toEqual([]);
});

test('what waits is sent before the process ends', async () => {
  const server = await receive();
  const { sender } = sendTo(server.port);
  sender.write(line('connected'));
  await vi.waitFor(() => expect(server.messages).toHaveLength(1), soon);
  for (let i = 0; i < 50; i++) sender.write(line(`${i}`));
  await sender.close();
  await vi.waitFor(() => expect(server.messages).toHaveLength(51), soon);
});
