import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessLog } from './ProcessLog.ts';
import { stripAhead } from './stripAhead.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const endWithParent = new URL('../endWithParent.ts', import.meta.url).href;
const loadStripped = new URL('loadStripped.mjs', import.meta.url).href;

/**
 * Keeps a process at what it needs (0084). V8 would let its young space grow to 100 MB and its old one to twice what is alive
 * before it collects; glibc keeps an arena for each thread, and what large pictures and pages took; Node's compile cache keeps
 * every source and its code (0201).
 */
export const memoryLimits = {
  args: ['--max-semi-space-size=8', '--heap-growing-percent=40', '--expose-gc', '--import', loadStripped],
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_DISABLE_COMPILE_CACHE: '1',
  },
};

/** How a process ended. */
export interface ServiceExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** One of the product's processes, started from its TypeScript file. */
export class Service {
  readonly #child: ChildProcess;
  /** Settles when the process has ended and its last line was read. */
  readonly ended: Promise<ServiceExit>;

  /**
   * @param file path from the project root
   * @param onMessage what the process sends by `process.send`
   */
  constructor(file: string, environment: NodeJS.ProcessEnv, log: ProcessLog, onMessage: (message: unknown) => void) {
    stripAhead();
    this.#child = spawn(process.execPath, [...memoryLimits.args, '--import', endWithParent, file], {
      cwd: root,
      env: { ...memoryLimits.environment, ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A session of its own: Ctrl-C must not reach it before our turn to stop it.
      detached: true,
      windowsHide: true,
    });
    log.follow(this.#child.stdout!);
    log.follow(this.#child.stderr!);
    this.#child.on('message', onMessage);
    this.ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve({ code: null, signal: null }));
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Asks the process to end and waits; kills it when it has not ended after `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const impatient = setTimeout(() => this.kill(), patienceMs);
    await this.ended;
    clearTimeout(impatient);
  }

  kill(): void {
    this.signal('SIGKILL');
  }
}
