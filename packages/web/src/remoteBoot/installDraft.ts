import type { InstallFigures } from '@watchpost/contract';
import type { z } from 'zod';

/** Figures and photos of an installation, as far as they were filled in. */
type InstallValues = Partial<z.input<typeof InstallFigures>>;
interface KeptDraft {
  /** What was entered when the draft was begun. */
  readonly Entered: string;
  readonly Values: InstallValues;
  /** Epoch ms of each uploaded photo, by its address. */
  readonly PhotoEpochs: Readonly<Record<string, number>>;
}

/** An upload that belongs to nothing is deleted after a day: a draft promises a photo for a little less. */
const photoKeptMs = 23 * 3_600_000;

/**
 * The draft of an installation that this browser keeps: a pressure hold lasts longer than anybody waits before a form. It is its person's,
 * so that somebody else who signs in here does not enter it as theirs, and is over once other figures were entered meanwhile.
 *
 * @param entered the figures and photos that the server has
 */
export function installDraft(userId: number, unitId: number, entered: InstallValues) {
  const place = `install-${unitId}-${userId}`;
  const basis = JSON.stringify(entered);
  const read = (): KeptDraft | null => {
    try {
      const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as KeptDraft | null;
      return kept?.Entered === basis ? kept : null;
    } catch {
      return null;
    }
  };
  return {
    /** @returns the draft without the photos that are gone, and how many these are; null: there is none */
    read(): { values: InstallValues; photosGone: number } | null {
      const kept = read();
      if (kept === null) return null;
      const photos = kept.Values.PhotoList ?? [];
      const there = photos.filter(
        (photo) => entered.PhotoList?.includes(photo) || Date.now() - (kept.PhotoEpochs[photo] ?? 0) < photoKeptMs,
      );
      return { values: { ...kept.Values, PhotoList: there }, photosGone: photos.length - there.length };
    },
    /** @returns whether this browser has room for it */
    keep(values: InstallValues): boolean {
      const before = read()?.PhotoEpochs ?? {};
      const PhotoEpochs = Object.fromEntries(
        (values.PhotoList ?? []).map((photo) => [photo, before[photo] ?? Date.now()]),
      );
      try {
        localStorage.setItem(place, JSON.stringify({ Entered: basis, Values: values, PhotoEpochs }));
        return true;
      } catch {
        return false;
      }
    },
    drop: () => localStorage.removeItem(place),
  };
}
