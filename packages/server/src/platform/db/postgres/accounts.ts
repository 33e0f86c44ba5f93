import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { RunAs } from './runAs.ts';

/** The account of the server: owns its database, and is no superuser. */
export const SERVER = 'watchpost';
/** Owns the cluster. Only a first start uses it: it makes the server's account and database. */
export const SUPERUSER = 'postgres';

/** Passwords lie in the cluster's folder and are asked for where PostgreSQL listens on a port. */
export const passwordFile = (account: string): string => `${account}.password`;

export const passwordOf = (dataDir: string, account: string): string =>
  readFileSync(path.join(dataDir, passwordFile(account)), 'utf8');

/** A cluster of an earlier version has one account, which is both. */
export const superuserOf = (dataDir: string): string =>
  existsSync(path.join(dataDir, passwordFile(SUPERUSER))) ? SUPERUSER : SERVER;

/**
 * Writes who may connect. By the socket the system itself says which user asks: the one that the server runs as, or root, who can
 * read the files anyway. Where PostgreSQL runs in a namespace of users it sees none of them, and the folder of the socket decides.
 */
export function writeWhoMayConnect(dataDir: string, runAs: RunAs): void {
  const bySocket = runAs.seesUsers ? 'peer map=server' : 'trust';
  const byPort = ['127.0.0.1/32', '::1/128'].map((address) => `host all all ${address} scram-sha-256`);
  writeFileSync(path.join(dataDir, 'pg_hba.conf'), [`local all all ${bySocket}`, ...byPort, ''].join('\n'));
  const users = process.platform === 'win32' || !runAs.seesUsers ? [] : [...new Set([userInfo().username, 'root'])];
  const map = users.flatMap((user) => [SERVER, SUPERUSER].map((account) => `server "${user}" ${account}`));
  writeFileSync(path.join(dataDir, 'pg_ident.conf'), [...map, ''].join('\n'));
}
