import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of 10 ms (USER_HZ, the same on every architecture that Node runs on). */
const msPerTick = 10;

export interface Memory {
  /** Resident now, and at its highest since the process began; megabytes of 10⁶ bytes. */
  residentMb: number;
  peakMb: number;
}

interface Stat {
  parent: number;
  ownTicks: number;
  endedChildrenTicks: number;
}

/** Null when there is no such process. Linux only. */
function statOf(pid: number): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The command in parentheses may hold spaces; the fields after it do not. The first of them is field 3 of proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ownTicks: field(14) + field(15), endedChildrenTicks: field(16) + field(17) };
}

/** Processes whose parent is `pid`. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => statOf(candidate)?.parent === pid);

/** Processor time a process has used since it began, in ms, its threads included. */
export const cpuMsOf = (pid: number): number => (statOf(pid)?.ownTicks ?? 0) * msPerTick;

/** The same for a process and everything it started: PostgreSQL is a family. */
export function familyCpuMsOf(pid: number): number {
  const children = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.ownTicks ?? 0), 0);
  const own = statOf(pid);
  return own === null ? 0 : (own.ownTicks + own.endedChildrenTicks + children) * msPerTick;
}

/** How many files, sockets and pipes it has open. */
export const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}
