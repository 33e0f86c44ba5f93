import { observableValue, useObservable } from './ObservableValue.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type Theme = 'light' | 'dark';

const key = 'watchpost.theme';
const isChoice = (value: unknown): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system';

const inBrowser = typeof window !== 'undefined' && typeof matchMedia === 'function';
const system = inBrowser ? matchMedia('(prefers-color-scheme: dark)') : null;

const stored = inBrowser ? localStorage.getItem(key) : null;
const choice = observableValue<ThemeChoice>(isChoice(stored) ? stored : 'system');
const present = observableValue<Theme>('light');

/** The tokens follow `data-theme`; see ui/tokens.css. */
const apply = () => {
  const asked = choice.get();
  present.set(asked === 'system' ? (system?.matches ? 'dark' : 'light') : asked);
  if (inBrowser) document.documentElement.dataset.theme = present.get();
};
apply();
choice.subscribe(apply);
system?.addEventListener('change', apply);

export const useThemeChoice = (): ThemeChoice => useObservable(choice);
/** What is on the screen now, also when the choice is "like the system". Charts read it. */
export const useTheme = (): Theme => useObservable(present);

/** Kept in this browser; the shell keeps it with the user's preferences too. */
export function chooseTheme(next: unknown): void {
  if (!isChoice(next)) return;
  localStorage.setItem(key, next);
  choice.set(next);
}
