import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { passwordOf, SERVER } from './accounts.ts';
import { canEnter, type RunAs } from './runAs.ts';
import { codeOf, PostgresStartError } from './startError.ts';

/** A socket in a folder of its own needs no port of its own; the number is only part of the socket's file name. */
const SOCKET_PORT = 5432;
/** Names our folders in the temporary folder. Short: a Unix socket path may hold at most 107 bytes. */
export const SOCKET_DIR_PREFIX = 'wp-';
const MAX_SOCKET_PATH_BYTES = 107;

export interface Address {
  /** Settings that make PostgreSQL listen there. */
  settings: Record<string, string>;
  /** As the server, or as another account. */
  url(database: string, account?: string): string;
  /** Removes what was made for it. */
  close(): void;
}

export function openSocketDir(runner: RunAs): Address {
  // /tmp rather than the configured temporary folder where that one is too deep for a socket.
  const fits = (root: string) =>
    Buffer.byteLength(`${root}/${SOCKET_DIR_PREFIX}XXXXXX/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH_BYTES;
  const root = fits(tmpdir()) && canEnter(runner, tmpdir()) ? tmpdir() : '/tmp';
  let dir: string;
  try {
    dir = mkdtempSync(path.join(root, SOCKET_DIR_PREFIX));
    if (runner.owner) chownSync(dir, runner.owner.uid, runner.owner.gid);
  } catch (error) {
    throw new PostgresStartError(
      `The temporary folder ${root} cannot be written (${codeOf(error)}): set TMPDIR to another folder.`,
    );
  }
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: dir,
      port: String(SOCKET_PORT),
      unix_socket_permissions: '0700',
    },
    url: (database, account) => socketUrl(dir, database, account),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export async function choosePort(dataDir: string): Promise<Address> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const chosen = (probe.address() as { port: number }).port;
      probe.close(() => resolve(chosen));
    });
  });
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
    url: (database, account) => portUrl(dataDir, port, database, account),
    close: () => undefined,
  };
}

const socketUrl = (dir: string, database: string, account = SERVER): string =>
  `postgresql://${account}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(dir)}`;
const portUrl = (dataDir: string, port: number | string, database: string, account = SERVER): string =>
  `postgresql://${account}:${passwordOf(dataDir, account)}@127.0.0.1:${port}/${database}`;

/** Where a running PostgreSQL listens, as it noted itself; null: it does not run, or is not ready. */
export function urlOfRunning(dataDir: string, database: string): string | null {
  // Its lines: process, folder, start, port, folder of the socket, address, shared memory, state.
  const lines = readTextOf(path.join(dataDir, 'postmaster.pid'))?.split('\n');
  const [port, socketDir] = [lines?.[3], lines?.[4]];
  if (port === undefined || socketDir === undefined || lines?.[7]?.trim() !== 'ready') return null;
  if (socketDir !== '') return socketUrl(socketDir, database);
  return portUrl(dataDir, port, database);
}

function readTextOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
