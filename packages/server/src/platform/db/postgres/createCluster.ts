import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import type { PostgresLog } from './PostgresLog.ts';
import { giveTo, type RunAs } from './runAs.ts';
import { explainOutput, folderError, PostgresStartError } from './startError.ts';

/** Owner of the cluster and of everything in it. */
export const USER = 'watchpost';

/**
 * Makes the cluster beside its final place and renames it: a crash half-way leaves nothing that looks like a cluster.
 */
export async function createCluster(
  binaries: Binaries,
  dataDir: string,
  runAs: RunAs,
  options: { log: PostgresLog; fsync?: boolean },
): Promise<void> {
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.password.new`;
  options.log.info(`making a new database in ${dataDir}`);
  try {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
      throw new PostgresStartError(
        `${dataDir} holds files but no database: move them away, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    giveTo(runAs, draft);
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(runAs, passwordFile);
    const args = ['-D', draft, '-U', USER, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    // The socket lies in a folder that only we can enter; a port is open to every user of the machine.
    args.push('--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`);
    if (options.fsync === false) args.push('--no-sync');
    await runInitdb(binaries, runAs, args, dataDir);
    renameSync(passwordFile, path.join(draft, PASSWORD_FILE));
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(draft, dataDir);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw folderError(dataDir, error);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Inside the cluster's folder; read back when the server listens on a port. */
export const PASSWORD_FILE = 'watchpost.password';

async function runInitdb(binaries: Binaries, runAs: RunAs, args: string[], dataDir: string): Promise<void> {
  const child = runAs.spawn(binaries.initdb, args, dataDir);
  const output: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw explainOutput(dataDir, output.join('').split('\n'));
}
