import type { AllCalls, CallData, LoggedFrame } from '@watchpost/contract';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { usePlace } from '../lib/place.ts';

type Answer = CallData<AllCalls['getFrameLog']>;

/** As many as the server keeps. */
const maxShown = 500;
const pollMs = 1_000;

export interface FrameLogState {
  /** The oldest first. */
  readonly frames: readonly LoggedFrame[];
  readonly isConnected: boolean;
  readonly counts: Answer['Counts'];
  /** Nothing was answered yet. */
  readonly isWaiting: boolean;
  readonly error: unknown;
  clear(): void;
}

/** What goes over the line of a gateway, as it goes; while it is paused nothing is asked, and what was missed follows after. */
export function useFrameLog(gatewayId: number, isPaused: boolean): FrameLogState {
  const { companyId } = usePlace();
  const [frames, setFrames] = useState<readonly LoggedFrame[]>([]);
  const [state, setState] = useState<Pick<Answer, 'IsConnected' | 'Counts'> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const last = useRef(0);
  useEffect(() => {
    if (isPaused) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      try {
        const answer = await callApi(
          'getFrameLog',
          { query: { deviceId: gatewayId, after: last.current } },
          { signal: stop.signal, place: { companyId } },
        );
        if (stop.signal.aborted) return;
        last.current = answer.Last;
        setError(null);
        setState(answer);
        if (answer.FrameList.length > 0) setFrames((before) => [...before, ...answer.FrameList].slice(-maxShown));
      } catch (failure) {
        if (stop.signal.aborted) return;
        setError(failure);
      }
      timer = setTimeout(() => void ask(), pollMs);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [gatewayId, companyId, isPaused]);
  return {
    frames,
    isConnected: state?.IsConnected ?? false,
    counts: state?.Counts ?? null,
    isWaiting: state === null,
    error,
    clear: () => setFrames([]),
  };
}
