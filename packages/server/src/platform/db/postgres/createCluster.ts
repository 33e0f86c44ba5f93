import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { passwordFile, SERVER, SUPERUSER } from './accounts.ts';
import type { Binaries } from './binaries.ts';
import type { PostgresLog } from './PostgresLog.ts';
import { giveTo, type RunAs } from './runAs.ts';
import { explainOutput, folderError, PostgresStartError } from './startError.ts';

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
  const superuserPassword = `${dataDir}.password.new`;
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
    writePassword(superuserPassword);
    giveTo(runAs, superuserPassword);
    const args = ['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    // Who may connect is written anew at each start.
    args.push('--auth-local=reject', '--auth-host=reject', `--pwfile=${superuserPassword}`);
    if (options.fsync === false) args.push('--no-sync');
    await runInitdb(binaries, runAs, args, dataDir);
    renameSync(superuserPassword, path.join(draft, passwordFile(SUPERUSER)));
    writePassword(path.join(draft, passwordFile(SERVER)));
    giveTo(runAs, path.join(draft, passwordFile(SERVER)));
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(draft, dataDir);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw folderError(dataDir, error);
  } finally {
    rmSync(superuserPassword, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

const writePassword = (file: string): void =>
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });

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
