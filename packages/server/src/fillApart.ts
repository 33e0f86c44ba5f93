import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What the process that makes the demo works on. */
export interface Filling {
  /** Connection string of the database. */
  readonly url: string;
  /** Of the server that owns the database, in whose name it writes. */
  readonly epoch: number;
}

/**
 * Makes the demo in a process of its own: a month of history takes memory that a server would keep (0181). Settings are those of
 * this process.
 *
 * @param signal the server stops: the process is ended; what it began is cleared away at the next start
 * @throws when it ends otherwise than well; the log says why
 */
export async function fillApart(
  { url, epoch }: Filling,
  { progress, signal }: { progress: (text: string) => void; signal: AbortSignal },
): Promise<void> {
  const child = fork(new URL('./fillProcess.ts', import.meta.url), { signal, killSignal: 'SIGKILL' });
  child.on('message', (text) => progress(String(text)));
  child.send({ url, epoch } satisfies Filling);
  const [code] = (await once(child, 'exit', { signal })) as [number | null];
  if (code !== 0) throw new Error('The demo could not be made');
}
