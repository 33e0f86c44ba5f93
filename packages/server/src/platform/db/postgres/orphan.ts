import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processExists } from '../../folderLock.ts';
import { SOCKET_DIR_PREFIX } from './address.ts';
import type { PostgresLog } from './PostgresLog.ts';

/** How long a fast shutdown may take (it writes a checkpoint) before we insist. Insisting loses nothing: the log is replayed. */
export const FAST_STOP_MS = 60_000;

/** Stops a PostgreSQL that outlived its server, and removes a pid file whose number now belongs to something else. */
export async function endOrphan(dataDir: string, log: PostgresLog): Promise<void> {
  const pidFile = path.join(dataDir, 'postmaster.pid');
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  const socketDir = lines[4] ?? '';
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!processExists(pid) || !isPostgresOf(pid, dataDir)) {
    rmSync(pidFile, { force: true });
  } else {
    log.warn(`stopping the database that a former run left behind (process ${pid})`);
    for (const [signal, patienceMs] of [
      ['SIGINT', FAST_STOP_MS],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5_000],
    ] as const) {
      process.kill(pid, signal);
      if (await gone(pid, dataDir, patienceMs)) break;
    }
  }
  if (path.basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) rmSync(socketDir, { recursive: true, force: true });
}

/** It is no child of ours, so nobody tells us when it ends: look, every 20 ms. */
async function gone(pid: number, dataDir: string, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
    if (!processExists(pid) || !isPostgresOf(pid, dataDir)) return true;
    await delay(20);
  }
  return false;
}

/** PostgreSQL works inside its folder. Where the system hides that, its command line names the folder. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
  } catch {
    if (process.platform === 'linux') {
      const commandLine = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      return commandLine.split('\0').includes(dataDir);
    }
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(dataDir) ?? false
    );
  }
}
