import { type CallName, type ScanResult, scansAtOnce } from '@watchpost/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAskAgain } from '../../lib/askAgain.ts';
import { CallError, callApi } from '../../lib/client.ts';
import { newKey } from '../../lib/newKey.ts';

interface Waiting {
  readonly ClientKey: string;
  readonly Label: string;
  readonly Epoch: number;
}

const callsAboutStocktakes: readonly CallName[] = ['getStocktake', 'getStocktakeItemPage', 'getStocktakePage'];
const retryMs = 5_000;
/** Longer labels are refused by the call. */
const maxLabelLength = 500;
/** Answers that say something of the scans themselves. */
const finalCodes: readonly number[] = [400, 403, 404, 409];
const placeOf = (stocktakeId: number): string => `stocktake-${stocktakeId}`;

function keptOf(stocktakeId: number): Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(placeOf(stocktakeId)) ?? '[]') as Waiting[];
  } catch {
    return [];
  }
}

/**
 * Sends scans one batch after the other, and keeps on the phone what could not be sent: in a cold store there is often no signal.
 * Each has its key, so that a batch whose answer was lost is sent again and counts once.
 */
export function useScanQueue(stocktakeId: number): {
  add: (label: string) => void;
  /** The latest first. */
  results: readonly ScanResult[];
  waiting: number;
  /** Why the last batch was not taken, such as that the stocktake is over. Null: no answer came, or it was taken. */
  error: Error | null;
} {
  const askAgain = useAskAgain(callsAboutStocktakes);
  const queue = useRef<Waiting[]>([]);
  const isSending = useRef(false);
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const keep = useCallback(() => {
    setWaiting(queue.current.length);
    try {
      if (queue.current.length === 0) localStorage.removeItem(placeOf(stocktakeId));
      else localStorage.setItem(placeOf(stocktakeId), JSON.stringify(queue.current));
    } catch {
      // Without room they are kept by this page alone.
    }
  }, [stocktakeId]);
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (queue.current.length > 0) {
        const batch = queue.current.slice(0, scansAtOnce);
        const { ResultList } = await callApi('scanLabels', { body: { StocktakeId: stocktakeId, ScanList: batch } });
        queue.current = queue.current.slice(batch.length);
        keep();
        setError(null);
        setResults((before) => [...[...ResultList].reverse(), ...before].slice(0, 20));
      }
      void askAgain();
    } catch (failure) {
      // Only a refusal of the scans themselves is final; everything else is tried again.
      if (failure instanceof CallError && finalCodes.includes(failure.code)) {
        queue.current = [];
        keep();
        void askAgain();
      }
      if (failure instanceof CallError && failure.code !== 0) setError(failure);
    } finally {
      isSending.current = false;
    }
  }, [stocktakeId, keep, askAgain]);
  useEffect(() => {
    queue.current = keptOf(stocktakeId);
    setWaiting(queue.current.length);
    void send();
    const timer = window.setInterval(() => {
      if (queue.current.length > 0) void send();
    }, retryMs);
    return () => window.clearInterval(timer);
  }, [stocktakeId, send]);
  const add = useCallback(
    (label: string) => {
      // One blank code would have the whole batch refused.
      const Label = label.trim().slice(0, maxLabelLength);
      if (Label === '') return;
      queue.current = [...queue.current, { ClientKey: newKey(), Label, Epoch: Date.now() }];
      keep();
      void send();
    },
    [keep, send],
  );
  return { add, results, waiting, error };
}
