import { observableValue, useObservable } from './ObservableValue.ts';

/** Where the user works: sent with every call as `company-id` and `project-id`. Null until the session has chosen. */
export interface Place {
  readonly companyId: number | null;
  readonly projectId: number | null;
}

const key = 'watchpost.place';

/** This tab's place, else the one last used in this browser. */
function stored(): Place {
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      const value: unknown = JSON.parse(storage().getItem(key) ?? 'null');
      if (typeof value !== 'object' || value === null) continue;
      const { companyId = null, projectId = null } = value as Partial<Place>;
      return { companyId, projectId };
    } catch {
      // Unreadable storage counts as empty.
    }
  }
  return { companyId: null, projectId: null };
}

const place = observableValue<Place>(stored());

export const getPlace = (): Place => place.get();
export const usePlace = (): Place => useObservable(place);

/** Tabs may work in different projects; a new tab starts where the last choice was made. */
export function setPlace(next: Place): void {
  const before = place.get();
  if (before.companyId === next.companyId && before.projectId === next.projectId) return;
  const text = JSON.stringify(next);
  sessionStorage.setItem(key, text);
  localStorage.setItem(key, text);
  place.set(next);
}

/** Keeps what the browser remembers, so that the next sign-in starts at the same project. */
export function forgetPlaceOfTab(): void {
  sessionStorage.removeItem(key);
}
