import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createVirusScanner } from './virusScanner.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listening(onSocket: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** Speaks as clamd does: reads the command and the pieces, and says what it found in them. */
const clamd = (maxBytes = 1_000_000) =>
  listening((socket) => {
    const command = Buffer.from('zINSTREAM\0');
    let rest = Buffer.alloc(0);
    let content: Buffer[] | null = null;
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      if (content === null && rest.length >= command.length) {
        expect(rest.subarray(0, command.length)).toEqual(command);
        rest = rest.subarray(command.length);
        content = [];
      }
      while (content && rest.length >= 4) {
        const length = rest.readUInt32BE();
        if (length === 0) {
          const found = Buffer.concat(content).includes('EICAR') ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK';
          socket.end(`stream: ${found}\0`);
          return;
        }
        if (rest.length < 4 + length) return;
        content.push(rest.subarray(4, 4 + length));
        rest = rest.subarray(4 + length);
        if (Buffer.concat(content).length > maxBytes) socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
    });
  });

test('a file is clean, or something is found in it, wherever in the file it stands', async () => {
  const scan = createVirusScanner(await clamd());
  expect(await scan(Buffer.from('a picture'))).toEqual({ found: null });
  expect(await scan(Buffer.alloc(0))).toEqual({ found: null });
  const long = Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from('EICAR'), Buffer.alloc(10, 'b')]);
  expect(await scan(long)).toEqual({ found: 'Win.Test.EICAR_HDB-1' });
});

test('a scanner that says that it could not scan is none', async () => {
  const scan = createVirusScanner(await clamd(1_000));
  await expect(scan(Buffer.alloc(200_000, 'a'))).rejects.toThrow();
});

test('a scanner that hangs up, is not there or says nothing is none', async () => {
  const rude = await listening((socket) => socket.end());
  await expect(createVirusScanner(rude)(Buffer.from('a'))).rejects.toThrow();
  const gone = await listening(() => {});
  await new Promise((resolve) => servers.at(-1)!.close(resolve));
  await expect(createVirusScanner(gone)(Buffer.from('a'))).rejects.toThrow('ECONNREFUSED');
  const silent = await listening(() => {});
  await expect(createVirusScanner(silent, 50)(Buffer.from('a'))).rejects.toThrow('took too long');
});
