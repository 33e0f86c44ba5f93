import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Asks the system to let this process, and those it starts, open so many files; each connection is one. Linux only.
 *
 * @returns how many it allows: fewer, where only an administrator may raise the limit
 */
export function allowOpenFiles(wanted: number): number {
  if (limit() < wanted) spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${wanted}:${wanted}`]);
  return limit();
}

/** The hard one: Node raises its own to that when it starts. */
const limit = (): number =>
  Number(/^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN);
