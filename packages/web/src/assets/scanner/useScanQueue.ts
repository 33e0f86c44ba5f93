import { type CallName, type ScanResult, scansAtOnce } from '@watchpost/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAskAgain } from '../../lib/askAgain.ts';
import { CallError, callApi } from '../../lib/client.ts';
import { newKey } from '../../lib/newKey.ts';
import { useSession } from '../../lib/session.ts';
import { type KeptScan, scansOnPhone } from './scansOnPhone.ts';

const callsAboutStocktakes: readonly CallName[] = ['getStocktake', 'getStocktakeItemPage', 'getStocktakePage'];
const retryMs = 5_000;
/** Longer labels are refused by the call. */
const maxLabelLength = 500;
/** Answers that say something of the scans themselves: a wrong one, or that this stocktake takes none. */
const wrongScan = 400;
const takesNone: readonly number[] = [403, 404, 409];

export interface ScanQueue {
  add: (label: string) => void;
  /** The latest first. */
  results: readonly ScanResult[];
  waiting: number;
  /** Those that were refused: kept until a person sends them again or gives them up. */
  refused: readonly KeptScan[];
  sendAgain: () => void;
  giveUp: () => void;
  /** Why the last batch was not taken, such as that the stocktake is over. Null: no answer came, or it was taken. */
  error: Error | null;
}

/**
 * Sends scans one batch after the other, and keeps on the phone what could not be sent: in a cold store there is often no signal.
 * Each has its key, so that a batch whose answer was lost is sent again and counts once. No scan is lost without a word: what the server
 * refuses stays, by its label.
 */
export function useScanQueue(stocktakeId: number): ScanQueue {
  const askAgain = useAskAgain(callsAboutStocktakes);
  const { user } = useSession();
  const kept = useRef(scansOnPhone(user.UserId, stocktakeId));
  const isSending = useRef(false);
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  const [scans, setScans] = useState<readonly KeptScan[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const change = useCallback((make: (scans: readonly KeptScan[]) => readonly KeptScan[]) => {
    setScans(kept.current.change(make));
  }, []);
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    let atOnce = scansAtOnce;
    const refuse = (batch: readonly KeptScan[]) => {
      const keys = new Set(batch.map(({ ClientKey }) => ClientKey));
      change((all) => all.map((scan) => (keys.has(scan.ClientKey) ? { ...scan, isRefused: true } : scan)));
    };
    try {
      for (;;) {
        const waiting = kept.current.all().filter(({ isRefused }) => !isRefused);
        const batch = waiting.slice(0, atOnce);
        if (batch.length === 0) break;
        try {
          const ScanList = batch.map(({ ClientKey, Label, Epoch }) => ({ ClientKey, Label, Epoch }));
          const { ResultList } = await callApi('scanLabels', { body: { StocktakeId: stocktakeId, ScanList } });
          const sent = new Set(batch.map(({ ClientKey }) => ClientKey));
          change((all) => all.filter(({ ClientKey }) => !sent.has(ClientKey)));
          if (atOnce > 1) setError(null);
          setResults((before) => [...[...ResultList].reverse(), ...before].slice(0, 20));
        } catch (failure) {
          if (!(failure instanceof CallError)) throw failure;
          const isWrong = failure.code === wrongScan;
          // One wrong scan does not take the others with it: from here on they go one by one.
          if (isWrong && batch.length > 1) {
            atOnce = 1;
            continue;
          }
          // Everything else is tried again.
          if (!isWrong && !takesNone.includes(failure.code)) throw failure;
          refuse(isWrong ? batch : waiting);
          setError(failure);
        }
      }
      void askAgain();
    } catch (failure) {
      if (failure instanceof CallError && failure.code !== 0) setError(failure);
    } finally {
      isSending.current = false;
    }
  }, [stocktakeId, change, askAgain]);
  useEffect(() => {
    kept.current = scansOnPhone(user.UserId, stocktakeId);
    setScans(kept.current.all());
    void send();
    const timer = window.setInterval(() => {
      if (kept.current.all().some(({ isRefused }) => !isRefused)) void send();
    }, retryMs);
    return () => window.clearInterval(timer);
  }, [user.UserId, stocktakeId, send]);
  const add = useCallback(
    (label: string) => {
      // One blank code would have the whole batch refused.
      const Label = label.trim().slice(0, maxLabelLength);
      if (Label === '') return;
      change((all) => [...all, { ClientKey: newKey(), Label, Epoch: Date.now() }]);
      void send();
    },
    [change, send],
  );
  return {
    add,
    results,
    waiting: scans.filter(({ isRefused }) => !isRefused).length,
    refused: scans.filter(({ isRefused }) => isRefused),
    sendAgain: () => {
      setError(null);
      change((all) => all.map(({ isRefused: _, ...scan }) => scan));
      void send();
    },
    giveUp: () => {
      setError(null);
      change((all) => all.filter(({ isRefused }) => !isRefused));
    },
    error,
  };
}
