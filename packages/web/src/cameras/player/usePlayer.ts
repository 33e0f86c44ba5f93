import type { CameraKind } from '@watchpost/contract';
import { type RefObject, useEffect, useState } from 'react';
import type { Cause, StartPlayer } from './Player.ts';

/** Each is loaded with the first video of its kind. */
const starters: Readonly<Record<CameraKind, () => Promise<StartPlayer>>> = {
  hls: () => import('./startHls.ts').then((module) => module.startHls),
  flv: () => import('./startFlv.ts').then((module) => module.startFlv),
  whep: () => import('./startWhep.ts').then((module) => module.startWhep),
};

/** A picture that stands still for so long is none. The first one may wait for a key frame of a slow camera. */
const stillMs = 15_000;
const lookEveryMs = 1_000;

export type Phase =
  | { readonly is: 'off' | 'connecting' | 'playing' }
  | { readonly is: 'failed'; readonly cause: Cause };

const off: Phase = { is: 'off' };
const connecting: Phase = { is: 'connecting' };
const playing: Phase = { is: 'playing' };

/**
 * Plays a camera on a video element while `running`, and says how it goes. `attempt` counts up to begin anew.
 *
 * @param url of the camera's pictures on our own server
 */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  { kind, url, running, attempt }: { kind: CameraKind; url: string; running: boolean; attempt: number },
): Phase {
  const [phase, setPhase] = useState<Phase>(off);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason of its own
  useEffect(() => {
    const element = video.current;
    if (!running || !element) {
      setPhase(off);
      return;
    }
    let stop: (() => void) | null = null;
    let ended = false;
    let lastTime = 0;
    let movedAt = Date.now();
    const end = () => {
      ended = true;
      clearInterval(looking);
      stop?.();
      stop = null;
    };
    const failed = (cause: Cause) => {
      if (ended) return;
      end();
      setPhase({ is: 'failed', cause });
    };
    const looking = setInterval(() => {
      const { currentTime } = element;
      if (currentTime !== lastTime) {
        lastTime = currentTime;
        movedAt = Date.now();
        setPhase(playing);
      } else if (Date.now() - movedAt > stillMs) failed('noPieces');
    }, lookEveryMs);
    setPhase(connecting);
    starters[kind]().then(
      (start) => {
        if (ended) return;
        stop = start(element, url, { failed });
        // Refused only where a browser saves data or power; the picture then waits for the person's click.
        element.play().catch(() => undefined);
      },
      () => failed('noPieces'),
    );
    return end;
  }, [video, kind, url, running, attempt]);
  return phase;
}
