import type { ServiceExit } from './Service.ts';

/** What a signal tells about who sent it. */
const senders: Partial<Record<NodeJS.Signals, string>> = {
  SIGKILL: 'the system does that when memory runs out, or somebody did it',
  SIGTERM: 'somebody or the system asked it to end',
  SIGSEGV: 'it crashed in native code',
  SIGABRT: 'it gave up by itself, most often because its memory ran out',
};

/**
 * How a process of ours ended, in one sentence without its subject and full stop.
 *
 * @param lastWords what it said last about its trouble; they explain an exit, but not a signal from outside
 */
export function howItEnded({ code, signal }: ServiceExit, lastWords: string | null): string {
  const said = lastWords?.replace(/[.。]$/, '');
  if (signal !== null) {
    const sender = senders[signal];
    return `was ended by ${signal}${sender ? ` (${sender})` : ''}`;
  }
  if (code === null) return `could not be run${said ? `: ${said}` : ''}`;
  return `ended with exit code ${code}${said ? `: ${said}` : ' and said nothing'}`;
}
