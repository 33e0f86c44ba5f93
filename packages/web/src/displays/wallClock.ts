/** What a wall does by the clock, as pure functions of it: all times in epoch ms. */

const shiftEveryMs = 90_000;
const swapEveryMs = 6 * 3_600_000;
const shiftSteps = 16;
const shiftPixels = 4;

/** By how many pixels the whole page stands aside: a ring of 16 places, so that no edge burns in. */
export function shiftAt(now: number): { x: number; y: number } {
  const angle = ((Math.floor(now / shiftEveryMs) % shiftSteps) / shiftSteps) * 2 * Math.PI;
  return { x: Math.round(shiftPixels * Math.cos(angle)), y: Math.round(shiftPixels * Math.sin(angle)) };
}

/** Whether the left and the right column have changed places: every six hours. */
export const isSwappedAt = (now: number): boolean => Math.floor(now / swapEveryMs) % 2 === 1;

/** @param hour of the wall's clock, 0–23 */
export const isDimmedAt = (hour: number, { FromHour, UntilHour }: { FromHour: number; UntilHour: number }): boolean =>
  hour < FromHour || hour >= UntilHour;

/** How long nothing has to be heard until the wall says that the connection is lost. */
export const lostAfterMs = 15_000;
/** The longest pause between two tries. */
const longestPauseMs = 30_000;

/** How long to wait before asking again. @param failures tries in a row that failed */
export const pauseAfter = (failures: number, usualMs: number): number =>
  failures === 0 ? usualMs : Math.min(longestPauseMs, usualMs * 2 ** (failures - 1));

const reloadHour = 4;
const leastAgeMs = 3_600_000;
/** So much memory, and the page begins anew. */
const mostHeapBytes = 600e6;

/**
 * Whether the page loads itself anew at the next station: new pages are there, it is four in the morning, or memory has grown.
 *
 * @param heapBytes null: the browser does not say
 */
export const shouldReload = ({
  now,
  loadedAt,
  hour,
  heapBytes,
  newPages,
}: {
  now: number;
  loadedAt: number;
  hour: number;
  heapBytes: number | null;
  newPages: boolean;
}): boolean =>
  newPages || (hour === reloadHour && now - loadedAt > leastAgeMs) || (heapBytes !== null && heapBytes > mostHeapBytes);
