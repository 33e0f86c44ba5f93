import { type AddressInfo, connect, type Socket } from 'node:net';
import { commonErrors } from '@watchpost/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { CallerLeft } from './callServer.ts';
import { greetingServer } from './testing/greetingServer.ts';

const server = greetingServer();
const { logged, serverWith } = server;

test('a call stops when the one who asked has left, and nobody is told of a mistake', async () => {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const asked = fetch(`${url}/api/Greeting/Take`, { signal: leaving.signal });
  await server.begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');
  expect(await server.ended.promise).toBeInstanceOf(CallerLeft);
  expect(logged).toEqual([]);
});

/** Everything that a server says on a connection on which this is sent, until it hangs up. */
async function answerTo(port: number, sent: string, isAnswered: (text: string) => boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  const answered = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (isAnswered(said)) answered.resolve();
  });
  socket.on('close', () => answered.resolve());
  socket.on('error', () => answered.resolve());
  socket.write(sent);
  await answered.promise;
  socket.destroy();
  return said;
}
const portOf = () => (server.app.server.address() as AddressInfo).port;
const post = (headers: string, body: string) =>
  `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nlanguage: en\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

test.each([
  ['whose length is known', 'Content-Length: 1000000', '{"name":'],
  ['in pieces', 'Transfer-Encoding: chunked', '2\r\n{"\r\n'],
])('a body %s that trickles in is refused, and its connection is closed', async (_what, header, begun) => {
  const said = await answerTo(portOf(), post(header, begun), () => false);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(said).toContain(commonErrors.bodyTooSlow.en);
});

test.each([
  ['GET', 'Slowly', ''],
  ['POST', 'NodSlowly', 'Content-Length: 0\r\n'],
  ['DELETE', 'LeaveSlowly', ''],
])('the answer to a %s may take longer than a body', async (method, path, headers) => {
  server.released = Promise.withResolvers();
  const request = `${method} /api/Greeting/${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const slow = answerTo(portOf(), request, (text) => text.includes('"Code":200'));
  // Takes as long as a body may.
  await answerTo(portOf(), post('Content-Length: 10', '{'), () => false);
  server.released.resolve();
  expect(await slow).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['a header without end', `GET /api/Greeting/Fail HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  [
    'a body of two lengths',
    'POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
])(
  'what the HTTP parser refuses by itself is answered in the envelope and in both languages: %s',
  async (_what, sent, status) => {
    const answer = await answerTo(portOf(), sent, () => false);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const envelope = JSON.parse(answer.slice(answer.indexOf('{')));
    expect(Object.keys(envelope)).toEqual(['Code', 'Data', 'Message']);
    expect(envelope.Code).toBe(status);
    expect(envelope.Message).toMatch(/[\u4e00-\u9fff].*[a-z]{3}/);
  },
);

test('files that come to a call without files are refused in words, however large they are', async () => {
  const form = new FormData();
  form.set('id', '1');
  form.set('picture', new Blob([new Uint8Array(5 * 1024 * 1024)]), 'a.jpg');
  const reply = await fetch(`http://127.0.0.1:${portOf()}/api/Greeting/Rename`, {
    method: 'POST',
    headers: { language: 'en' },
    body: form,
  });
  expect(await reply.json()).toMatchObject({ Code: 400, Message: expect.stringContaining(commonErrors.noFiles.en) });
});

/** A form with one picture, as it goes over the line; `sent` of its bytes are there, all unless said otherwise. */
function pictures(size: number, { query = '', announced = true, before = '' } = {}) {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  const begun = `${before}${part('file')}; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const content = 'p'.repeat(size);
  const end = '\r\n--x--\r\n';
  const length = announced ? `Content-Length: ${begun.length + size + end.length}` : 'Transfer-Encoding: chunked';
  const head = `POST /api/Greeting/SendPictures${query} HTTP/1.1\r\nHost: x\r\nlanguage: en\r\n${length}\r\nContent-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n\r\n`;
  return { head, begun, content, end };
}

test('pictures over a slow line arrive, though they take longer than another body may', async () => {
  const { head, begun, content, end } = pictures(4_000);
  const socket = connect(portOf(), '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head + begun);
  for (let at = 0; at < content.length; at += 500) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.write(content.slice(at, at + 500));
  }
  socket.write(end);
  await closed;
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expect(said).toContain('"sizes":[4000]');
});

test('pictures that stop arriving are refused, and the connection is closed', async () => {
  const { head, begun } = pictures(4_000);
  const said = await answerTo(portOf(), head + begun, () => false);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(said).toContain(commonErrors.bodyTooSlow.en);
});

test.each([
  [
    'a field beside pictures of more than 64 KB',
    `--x\r\nContent-Disposition: form-data; name="words"\r\n\r\n${'w'.repeat(70_000)}\r\n`,
  ],
  [
    'fields beside pictures of more than 1 MB together',
    `--x\r\nContent-Disposition: form-data; name="words"\r\n\r\n${'w'.repeat(60_000)}\r\n`.repeat(20),
  ],
])('%s is too large', async (_what, before) => {
  const { head, begun, content, end } = pictures(1024 * 1024, { before });
  const three = `${content}\r\n${begun.slice(before.length)}${content}\r\n${begun.slice(before.length)}${content}`;
  const { head: whole } = pictures(three.length, { before });
  expect(head).not.toBe(whole);
  const said = await answerTo(portOf(), whole + begun + three + end, () => false);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['JSON', 'application/json', '"'],
  ['a form', 'application/x-www-form-urlencoded', 'name='],
  [
    'a form in parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
  ],
])(
  '%s of 40 MB is refused in the envelope, to a client that reads only when it has sent everything',
  async (_what, type, begun) => {
    const size = 40 * 1024 * 1024;
    const socket = connect(portOf(), '127.0.0.1');
    let said = '';
    const ended = Promise.withResolvers<void>();
    socket.on('close', () => ended.resolve());
    socket.on('error', (error) => ended.reject(error));
    socket.pause();
    socket.write(
      `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nlanguage: en\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n${begun}`,
    );
    await new Promise<unknown>((resolve) => socket.write(Buffer.alloc(size - begun.length, 'a'), resolve));
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.resume();
    await ended.promise;
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toContain(commonErrors.bodyTooLarge.en);
  },
);

test('pictures that would not be taken are refused before they are sent', async () => {
  const { head } = pictures(1_000_000, { query: '?from=nobody' });
  const said = await answerTo(portOf(), head, (text) => text.includes('"Code":'));
  expect(said).toMatch(/^HTTP\/1\.1 404 /);
});

describe('bytes of requests are promised before they are read, and', () => {
  const million = 1_000_000;
  const metrics = createMetrics();
  let crowded: FastifyInstance;
  beforeAll(async () => {
    crowded = await serverWith({
      metrics,
      heldBytes: {
        bodies: 4 * million,
        bodiesOfNetwork: 2 * million,
        strangersUploads: 10 * million,
        strangersUploadsOfNetwork: 4.5 * million,
      },
    });
    await crowded.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => crowded.close());

  const held = async () =>
    (await metrics.registry.getSingleMetric('watchpost_held_request_bytes')!.get()).values[0]!.value;
  const open: Socket[] = [];
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await expect.poll(held).toBe(0);
  });
  /** Sends this on so many connections of one address; answers how many are told to come again, once the others are promised. */
  async function refusedOf(count: number, localAddress: string, sent: string): Promise<number> {
    const before = await held();
    const said = Array.from({ length: count }, () => {
      const socket = connect({ port: (crowded.server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
      const each = { text: '' };
      socket.on('data', (chunk: Buffer) => {
        each.text += chunk.toString();
      });
      socket.on('error', () => {});
      socket.write(sent);
      open.push(socket);
      return each;
    });
    const refused = () => said.filter(({ text }) => text.startsWith('HTTP/1.1 429 ')).length;
    await expect
      .poll(async () => refused() * million + (await held()) - before)
      .toBeGreaterThanOrEqual(count * million);
    return refused();
  }

  test('forty forms with pictures, of people without a sign-in, take no more than their share, by network and altogether', async () => {
    const { head, begun } = pictures(million);
    expect(await refusedOf(40, '127.0.0.1', head + begun)).toBe(36);
    expect(await refusedOf(10, '127.0.0.2', head + begun)).toBe(6);
    expect(await refusedOf(10, '127.0.0.3', head + begun)).toBe(9);
  });

  test('other bodies take no more than theirs', async () => {
    const head = `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${million}\r\n\r\n{`;
    expect(await refusedOf(10, '127.0.0.1', head)).toBe(8);
    expect(await refusedOf(10, '127.0.0.2', head)).toBe(8);
    expect(await refusedOf(10, '127.0.0.3', head)).toBe(10);
  });

  test('forms in parts of calls without files count as other bodies', async () => {
    const head = pictures(million).head.replace('SendPictures', 'Rename');
    expect(await refusedOf(10, '127.0.0.1', head)).toBe(9);
  });

  test('what was answered is held no longer', async () => {
    const { port } = crowded.server.address() as AddressInfo;
    const body = JSON.stringify({ name: 'n'.repeat(million) });
    for (let i = 0; i < 4; i++) {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`http://127.0.0.1:${port}/api/Greeting/Greet`, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      expect(reply.status).toBe(400);
    }
    await expect.poll(held).toBe(0);
  });

  test('requests that wait behind another one on a connection that is cut are held no longer', async () => {
    const { port } = crowded.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const request =
      'POST /api/Greeting/KeepWaiting HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    socket.write(request.repeat(10));
    await expect.poll(held).toBe(10 * 2);
    socket.destroy();
    await expect.poll(held).toBe(0);
  });

  test('a form in pieces counts as the largest that it may be', async () => {
    const { head } = pictures(million, { announced: false });
    open.push(connect((crowded.server.address() as AddressInfo).port, '127.0.0.1'));
    open[0]!.write(head);
    await expect.poll(held).toBe(4 * 1024 * 1024);
  });
});

const openConnections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
/** So many connections that say nothing, from an address of this machine; `close` ends them and waits until they are gone. */
function hold(count: number, localAddress: string) {
  const held = Array.from({ length: count }, () => connect({ port: portOf(), host: '127.0.0.1', localAddress }));
  const ends = held.map((socket) => {
    socket.on('error', () => {});
    return new Promise<void>((resolve) => socket.once('close', () => resolve()));
  });
  return {
    turnedAway: (most: number) => expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBe(most),
    close: async () => {
      for (const socket of held) socket.destroy();
      await Promise.all(ends);
      await expect.poll(openConnections).toBe(0);
    },
  };
}
const greetFrom = (localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port: portOf(), host: '127.0.0.1', localAddress });
    let said = '';
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', (text) => {
      said += text;
    });
    socket.once('close', () => resolve(said));
    socket.write(`${post('Content-Length: 14\r\nConnection: close', '{"name":"Lin"}')}`);
  });

test('one network does not take the places of all: its further connections are closed, and others are answered', async () => {
  server.app.server.closeIdleConnections();
  const flood = hold(40, '127.0.0.1');
  await flood.turnedAway(12);
  expect(await openConnections()).toBe(12);
  expect(await greetFrom('127.0.0.1')).toBe('');
  expect(await greetFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  await flood.close();
  expect(await greetFrom('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
});

test('when all places are taken, further connections are closed, from every network', async () => {
  const [one, other] = [hold(12, '127.0.0.1'), hold(12, '127.0.0.2')];
  await expect.poll(openConnections).toBe(20);
  expect(await greetFrom('127.0.0.3')).toBe('');
  await Promise.all([one.close(), other.close()]);
  expect(await greetFrom('127.0.0.3')).toMatch(/^HTTP\/1\.1 200 /);
});
