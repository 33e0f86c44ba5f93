import type { ShelfWords, TurnEntry } from './hiding.store.ts';
import { hiddenText, hiderGoneText, risenText, shownText } from './shelfText.ts';

/** What the journal says of alarms that were hidden or came back. */
export function turnEntries(
  turned: readonly { id: number; was: number | null; hidden_by: number | null }[],
  shelves: ReadonlyMap<number, ShelfWords>,
  because: 'shelf' | 'severity',
): TurnEntry[] {
  return turned.flatMap(({ id, was, hidden_by }): TurnEntry[] => {
    const shelf = shelves.get(hidden_by ?? was ?? 0);
    if (!shelf) return hidden_by === null ? [{ alarmId: id, kind: 'shown', ...hiderGoneText, userId: null }] : [];
    if (hidden_by !== null) return [{ alarmId: id, kind: 'hidden', ...hiddenText(shelf), userId: shelf.created_by }];
    return because === 'severity'
      ? [{ alarmId: id, kind: 'shown', ...risenText, userId: null }]
      : [{ alarmId: id, kind: 'shown', ...shownText(shelf), userId: shelf.ended_by }];
  });
}

/** The shelves that these turns are told by. */
export const shelvesOf = (turned: readonly { was: number | null; hidden_by: number | null }[]): number[] => [
  ...new Set(turned.flatMap(({ was, hidden_by }) => [was, hidden_by]).filter((id) => id !== null)),
];
