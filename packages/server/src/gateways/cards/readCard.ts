import { system } from '../../access/index.ts';
import { CardProviderError, type CardTrouble } from '../../platform/cards/cardProvider.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { type GatewayCard, writeUsage } from './card.store.ts';

/** Where what is told of a card comes from. */
export type CardSource = 'carrier' | 'noCard' | 'notConfigured' | 'unknownCard' | CardTrouble;

/** What was asked so lately is not asked again: a page that is opened by several people costs one question. */
const freshMs = 60_000;

/** Asks the carrier about a card unless it has just answered, and keeps what it says. */
export async function readCard(
  { db, clock, cards, log }: Pick<GatewayDeps, 'db' | 'clock' | 'cards' | 'log'>,
  { card_number, is_known, read_at }: Pick<GatewayCard, 'card_number' | 'is_known' | 'read_at'>,
): Promise<CardSource> {
  if (cards === null) return 'notConfigured';
  if (is_known !== null && read_at !== null && clock.now() - read_at.getTime() < freshMs)
    return is_known ? 'carrier' : 'unknownCard';
  try {
    const usage = await cards.usageOf([card_number]);
    await writeUsage(system, db, [card_number], usage, new Date(clock.now()));
    return usage.length === 0 ? 'unknownCard' : 'carrier';
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error;
    log.warn({ err: error }, 'The carrier of the communication cards could not be asked');
    return error.trouble;
  }
}
