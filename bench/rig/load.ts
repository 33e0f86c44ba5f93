import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult, LoadSetup } from './loadGenerator.ts';

export interface Load {
  /** @throws Error when a gateway was disconnected: a figure with a hole in it is none */
  run(order: Exclude<LoadOrder, LoadSetup>): Promise<LoadResult>;
  stop(): void;
}

/** Starts the gateways in a process of their own and connects them all. */
export async function startLoad(setup: Omit<LoadSetup, 'type'>): Promise<Load> {
  const child = fork(fileURLToPath(new URL('./loadGenerator.ts', import.meta.url)), { serialization: 'advanced' });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The load generator ended (${code}): a gateway lost its connection`)),
    );
  });
  ended.catch(() => {});
  const order = (what: LoadOrder): Promise<LoadResult | null> => {
    const answer = new Promise<LoadResult | null>((resolve, reject) => {
      child.once('message', (message: { result: LoadResult | null; error?: string }) =>
        message.error === undefined ? resolve(message.result) : reject(new Error(message.error)),
      );
    });
    child.send(what);
    return Promise.race([answer, ended]);
  };
  await order({ type: 'connect', ...setup });
  return {
    run: async (what) => (await order(what))!,
    stop: () => void child.kill(),
  };
}
