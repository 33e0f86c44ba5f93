import type { Bilingual } from '@watchpost/contract';
import { useEffect, useRef } from 'react';
import { observableValue } from '../lib/ObservableValue.ts';

/** A key or a sequence of two (`g a`), what it does in both languages (shown by `?`), and what happens. */
export interface Hotkey {
  readonly keys: string;
  readonly what: Bilingual;
  run(): void;
}

/** What the keys do on this screen now; the help dialog of the shell lists it. */
export const activeHotkeys = observableValue<readonly Hotkey[]>([]);

const sequenceMs = 1_200;
let firstKey: { key: string; at: number } | null = null;

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="textbox"]') !== null);

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  // Later components win.
  const hotkeys = [...activeHotkeys.get()].reverse();
  const sequence = firstKey && event.timeStamp - firstKey.at < sequenceMs ? `${firstKey.key} ${event.key}` : null;
  firstKey = null;
  const found =
    (sequence && hotkeys.find((hotkey) => hotkey.keys === sequence)) ||
    hotkeys.find((hotkey) => hotkey.keys === event.key);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (hotkeys.some((hotkey) => hotkey.keys.startsWith(`${event.key} `))) {
    firstKey = { key: event.key, at: event.timeStamp };
  }
}

/**
 * Keys of this component while it is mounted, visible and not busy; ignored while the user types. Later components win over
 * earlier ones with the same key.
 *
 * @example useHotkeys([{ keys: 'j', what: { zh: '下一条', en: 'Next' }, run: next }]);
 */
export function useHotkeys(hotkeys: readonly Hotkey[], enabled = true): void {
  const latest = useRef(hotkeys);
  useEffect(() => {
    latest.current = hotkeys;
  });
  const names = hotkeys.map((hotkey) => hotkey.keys).join('|');
  useEffect(() => {
    if (!enabled || names === '') return;
    const mine: Hotkey[] = latest.current.map((hotkey) => ({
      keys: hotkey.keys,
      what: hotkey.what,
      run: () => latest.current.find((each) => each.keys === hotkey.keys)?.run(),
    }));
    if (activeHotkeys.get().length === 0) window.addEventListener('keydown', onKeyDown);
    activeHotkeys.set([...activeHotkeys.get(), ...mine]);
    return () => {
      activeHotkeys.set(activeHotkeys.get().filter((hotkey) => !mine.includes(hotkey)));
      if (activeHotkeys.get().length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [names, enabled]);
}
