import { readPointers } from '../jsonPointer.ts';
import { type CardState, cardStates } from './cardProvider.ts';

/** Where a carrier's answer says what: JSON pointers, of `cards` into the answer, of the others into each card. Null: it does not. */
export interface CardAnswerShape {
  readonly cards: string;
  readonly number: string;
  readonly state: string;
  readonly month: string | null;
  readonly day: string | null;
  readonly limit: string | null;
  readonly expires: string | null;
}

/**
 * Reads the setting that says it; null: it cannot be read.
 *
 * @example 'cards=/data number=/iccid state=/status month=/flow/used limit=/flow/total'
 */
export function readAnswerShape(text: string): CardAnswerShape | null {
  const told = readPointers(text, ['cards', 'number', 'state', 'month', 'day', 'limit', 'expires']);
  const { cards, number, state, month = null, day = null, limit = null, expires = null } = told ?? {};
  return cards === undefined || !number || !state ? null : { cards, number, state, month, day, limit, expires };
}

/**
 * Reads the setting that says what a carrier calls our states; null: it cannot be read.
 *
 * @example '00=inUse, 01=oneWayShutdown, 02=shutdown'
 */
export function readCardStates(text: string): ReadonlyMap<string, CardState> | null {
  const states = new Map<string, CardState>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const separator = part.lastIndexOf('=');
    const name = cardStates.find((each) => each === part.slice(separator + 1).trim());
    if (separator < 1 || name === undefined) return null;
    states.set(part.slice(0, separator).trim(), name);
  }
  return states;
}
