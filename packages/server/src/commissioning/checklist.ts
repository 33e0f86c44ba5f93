import { type DebugCheckName, type DebugCheckState, debugCheckNames, debugChecks } from '@watchpost/contract';
import type { NamedCheck, StoredFacts } from './facts.store.ts';
import type { Deed } from './order.store.ts';

/** One item of a checklist as it stands; kept so with a finished order. */
export interface Item {
  readonly check: DebugCheckName;
  readonly state: DebugCheckState;
  readonly good: number | null;
  readonly total: number | null;
  readonly faulty: readonly string[];
  readonly tickName: string | null;
  /** Epoch ms. */
  readonly tickedAt: number | null;
  readonly note: string;
  readonly waiveName: string | null;
  readonly waiveReason: string;
}

/** What is known of a project, with what its points say just now. */
export interface Facts extends Omit<StoredFacts, 'is_located' | 'confirmed' | 'points'> {
  readonly isLocated: boolean;
  readonly confirmed: number;
  /** Good: something arrives. */
  readonly heard: readonly NamedCheck[];
  /** Of points that are heard; good: the value means something. */
  readonly sound: readonly NamedCheck[];
}

/** So many names are told of what is not good; the screens of each have them all. */
const namedFaulty = 5;

/** How each item stands: what the system sees itself, and what people ticked or let pass. */
export function checklist(facts: Facts, deeds: readonly Deed[]): Item[] {
  const done = new Map(deeds.map((deed) => [deed.name, deed]));
  return debugCheckNames.map((check) => {
    const deed = done.get(check);
    const found = debugChecks[check].by === 'person' ? null : lookUp(check, facts);
    const state = stateOf(found, deed);
    return {
      check,
      state: state === 'open' && deed?.waived_by ? 'waived' : state,
      good: found?.good ?? null,
      total: found?.total ?? null,
      faulty: found?.faulty ?? [],
      tickName: deed?.ticked_by ?? null,
      tickedAt: deed?.ticked_at?.getTime() ?? null,
      note: deed?.note ?? '',
      waiveName: deed?.waived_by ?? null,
      waiveReason: deed?.waive_reason ?? '',
    };
  });
}

/** Whether an item stands in the way of the end. */
export const isOpenRequired = ({ check, state }: Pick<Item, 'check' | 'state'>): boolean =>
  debugChecks[check].required && state === 'open';

/** How many do. */
export const openRequired = (items: readonly Item[]): number => items.filter(isOpenRequired).length;

interface Found {
  readonly good: number;
  readonly total: number;
  readonly faulty: readonly string[];
  /** Something must be there to be good: a project without gateways has nothing that is online. */
  readonly needsSome: boolean;
}

function stateOf(found: Found | null, deed: Deed | undefined): 'ok' | 'open' | 'none' {
  if (found === null) return deed?.ticked_by ? 'ok' : 'open';
  if (found.total === 0) return found.needsSome ? 'open' : 'none';
  return found.good === found.total ? 'ok' : 'open';
}

const among = (list: readonly NamedCheck[], needsSome = true): Found => ({
  good: list.filter(({ good }) => good).length,
  total: list.length,
  faulty: list
    .filter(({ good }) => !good)
    .slice(0, namedFaulty)
    .map(({ name }) => name),
  needsSome,
});
const one = (good: boolean): Found => ({ good: good ? 1 : 0, total: 1, faulty: [], needsSome: true });

function lookUp(check: DebugCheckName, facts: Facts): Found {
  switch (check) {
    case 'located':
      return one(facts.isLocated);
    case 'gatewaysOnline':
      return among(facts.gateways);
    case 'slavesAnswer':
      return among(facts.slaves, false);
    case 'pointsHeard':
      return among(facts.heard);
    case 'pointsGood':
      return among(facts.sound);
    case 'devicesBound':
      return among(facts.devices);
    case 'devicesWatched':
      return among(facts.watched);
    case 'contactsNamed':
      return among(facts.policies);
    case 'contactsReached':
      return among(facts.contacts, false);
    case 'alarmConfirmed':
      return one(facts.confirmed > 0);
    case 'camerasReachable':
      return among(facts.cameras, false);
    default:
      throw new Error(`${check} is ticked by people`);
  }
}
