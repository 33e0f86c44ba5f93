/**
 * A list of ids after a change: the whole of it, or what comes in and what goes out, which leaves alone what others changed meanwhile.
 *
 * @returns each id once
 */
export function listAfter(
  present: readonly number[],
  whole: readonly number[] | undefined,
  added: readonly number[] = [],
  removed: readonly number[] = [],
): number[] {
  const after = new Set(whole ?? present);
  for (const id of added) after.add(id);
  for (const id of removed) after.delete(id);
  return [...after];
}
