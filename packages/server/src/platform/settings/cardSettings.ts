import { z } from 'zod';
import { type CardAnswerShape, readAnswerShape, readCardStates } from '../cards/cardAnswerShape.ts';
import type { CardState } from '../cards/cardProvider.ts';
import { httpUrl, isJson, type ReadSettings, setting, withoutSpaces } from './setting.ts';

/** The carrier that is asked about communication cards. */
export const cardSettings = {
  CARD_URL: setting({
    default: '',
    meaning:
      'Where the carrier of the communication cards is asked by HTTP POST; without it the state of cards is not available (the demo asks its simulator). A private host must stand in ALLOWED_PRIVATE_HOSTS.',
    schema: httpUrl,
  }),
  CARD_TOKEN: setting({
    default: '',
    meaning: 'Bearer token for CARD_URL.',
    schema: withoutSpaces('token'),
    secret: true,
  }),
  CARD_BODY: setting({
    default: '{"iccids":{cards}}',
    meaning: 'The JSON that is posted to CARD_URL; {cards} becomes the list of card numbers, at most 100.',
    schema: z
      .string()
      .refine(
        (value) => value.includes('{cards}') && isJson(value.replace('{cards}', '[]')),
        'give JSON with {cards} in place of the list',
      ),
  }),
  CARD_ANSWER: setting({
    default: 'cards=/cards number=/iccid state=/state month=/month day=/day limit=/limit expires=/expires',
    meaning:
      'Where the answer says what, as JSON pointers: cards is the list; number, state, month, day, limit (data used and to be used) and expires stand in each card. What a carrier does not say is left out.',
    schema: z
      .string()
      .transform(readAnswerShape)
      .refine(
        (value) => value !== null,
        'give cards=/… number=/… state=/… and, where it says so, month, day, limit, expires',
      ),
  }),
  CARD_STATES: setting({
    default: '',
    meaning:
      'What the carrier calls the states, as 00=inUse,01=oneWayShutdown,02=shutdown,03=dormancy,04=testingPeriod,05=silentPeriod; our own names are always understood.',
    schema: z
      .string()
      .transform(readCardStates)
      .refine(
        (value) => value !== null,
        'give name=state pairs with inUse, oneWayShutdown, shutdown, dormancy, testingPeriod or silentPeriod',
      ),
  }),
  CARD_UNIT: setting({
    default: 'MB',
    meaning: 'What the carrier counts data in: B, KB, MB or GB.',
    schema: z.enum(['B', 'KB', 'MB', 'GB'], 'give B, KB, MB or GB') as unknown as z.ZodType<DataUnit, string>,
  }),
} as const;

type DataUnit = keyof typeof unitsInMegabyte;
const unitsInMegabyte = { B: 1024 * 1024, KB: 1024, MB: 1, GB: 1 / 1024 } as const;

export type CardSettings = {
  url: string;
  token: string | null;
  body: string;
  answer: CardAnswerShape;
  states: ReadonlyMap<string, CardState>;
  unitsInMegabyte: number;
} | null;

/** @param ofDemo where the simulator plays one, in the shape that is the default; null: nowhere */
export function cardsOf(given: ReadSettings<typeof cardSettings>, ofDemo: string | null): CardSettings {
  const url = given.CARD_URL ?? ofDemo;
  const { CARD_BODY: body, CARD_ANSWER: answer, CARD_STATES: states, CARD_UNIT: unit } = given;
  return url && body && answer && states && unit
    ? { url, token: given.CARD_TOKEN ?? null, body, answer, states, unitsInMegabyte: unitsInMegabyte[unit] }
    : null;
}
