import { callApi } from './client.ts';
import { observableValue, useObservable } from './ObservableValue.ts';

/**
 * The user's settings on every computer: theme, language, mute, chosen columns. One JSON object, kept by
 * `UpdateUserPreferences`; a copy in this browser serves the first paint and the login page.
 */
type Preferences = Readonly<Record<string, unknown>>;

const key = 'watchpost.preferences';
/** Several clicks make one save. */
const saveDelayMs = 800;

export const parsePreferences = (text: string | null): Preferences => {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Preferences) : {};
  } catch {
    return {};
  }
};

const preferences = observableValue<Preferences>(
  typeof localStorage === 'undefined' ? {} : parsePreferences(localStorage.getItem(key)),
);
let saveTimer: ReturnType<typeof setTimeout> | null = null;
let signedIn = false;

const keepLocally = (next: Preferences) => {
  localStorage.setItem(key, JSON.stringify(next));
  preferences.set(next);
};

/** Takes over what the server keeps; from now on changes are sent there. */
export function loadPreferences(text: string): void {
  signedIn = true;
  keepLocally(parsePreferences(text));
}

export const getPreference = (name: string): unknown => preferences.get()[name];

/** Shown at once, saved within a second; a failed save is tried again with the next change. */
export function setPreference(name: string, value: unknown): void {
  keepLocally({ ...preferences.get(), [name]: value });
  if (!signedIn) return;
  if (saveTimer) clearTimeout(saveTimer);
  saveTimer = setTimeout(() => {
    saveTimer = null;
    callApi('updateUserPreferences', { body: { Preferences: JSON.stringify(preferences.get()) } }).catch(
      () => undefined,
    );
  }, saveDelayMs);
}

/**
 * One preference and the way to set it, like `useState`. The fallback also stands in for a stored value of another type.
 *
 * @param name with its domain: `alarms.columns`
 */
export function usePreference<T>(
  name: string,
  fallback: T,
  accepts: (value: unknown) => boolean = (value) => typeof value === typeof fallback,
): [T, (value: T) => void] {
  const value = useObservable(preferences)[name];
  return [value !== undefined && accepts(value) ? (value as T) : fallback, (next) => setPreference(name, next)];
}
