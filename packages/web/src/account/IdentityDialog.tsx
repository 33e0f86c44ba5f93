import { type ComponentType, useEffect, useState } from 'react';
import { onIdentityNeeded } from '../lib/client.ts';
import { useNotify } from '../ui/index.ts';

type Prove = ComponentType<{ onDone: (proven: boolean) => void }>;
const load = (): Promise<Prove> => import('./ProveIdentity.tsx').then((m) => m.ProveIdentity);

/** Waits for the answer; calls that ask meanwhile get the same one. */
interface Asking {
  readonly answer: Promise<boolean>;
  settle(proven: boolean): void;
}

/**
 * Asks users to prove who they are when a dangerous call needs it; the call is made again afterwards. Closing it
 * leaves the call refused. Mounted once, in the shell.
 */
export function IdentityDialog() {
  const notify = useNotify();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [Prove, setProve] = useState<Prove | null>(null);

  useEffect(() => {
    let present: Asking | null = null;
    onIdentityNeeded(() => {
      if (!present) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        present = {
          answer: promise,
          settle: (proven) => {
            present = null;
            setAsking(null);
            resolve(proven);
          },
        };
        setAsking(present);
      }
      return present.answer;
    });
    return () => {
      onIdentityNeeded(null);
      present?.settle(false);
    };
  }, []);

  // The proof is a large part, and most people never need it.
  useEffect(() => {
    if (!asking || Prove) return;
    load().then(
      (loaded) => setProve(() => loaded),
      (error: unknown) => {
        notify.failure(error);
        asking.settle(false);
      },
    );
  }, [asking, Prove, notify]);

  return asking && Prove ? <Prove onDone={asking.settle} /> : null;
}
