import type { HeardKey } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';

/** So many keys a gateway: more than a gateway of ours has points, few enough to be looked through. */
const maxKeys = 200;
/** The whole is bounded, too: 500 gateways with 200 keys of a few hundred bytes are about 30 MB. */
const maxGateways = 500;
/** What a gateway no longer says after a day it has been set up not to say. */
const keptMs = 86_400_000;
/** Longer than the name or key of a point may be: of such a one no point could be made. */
const maxNameLength = 200;
const maxTextLength = 60;

interface Reading {
  readonly device: string | null;
  readonly key: string;
  readonly value: number | null;
  readonly text?: string;
  readonly unit?: string;
  readonly isBoolean?: true;
}

interface OfGateway {
  companyId: number;
  /** In the order in which they were heard last. */
  keys: Map<string, HeardKey>;
}

/**
 * What MQTT gateways publish and no point is set up for, with the last value of each: nobody who stands before a new gateway knows
 * its keys by heart. Kept in memory alone; after a start it is heard again with the next message.
 */
export class HeardKeys {
  readonly #clock: Clock;
  readonly #byGateway = new Map<number, OfGateway>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(gateway: { id: number; company_id: number }, readings: readonly Reading[]): void {
    if (readings.length === 0) return;
    const at = this.#clock.now();
    let own = this.#byGateway.get(gateway.id);
    // What it said while it was another company's is that company's.
    if (own?.companyId !== gateway.company_id) own = { companyId: gateway.company_id, keys: new Map() };
    this.#byGateway.delete(gateway.id);
    this.#byGateway.set(gateway.id, own);
    dropOldest(this.#byGateway, maxGateways);
    for (const { device, key, value, text, unit, isBoolean } of readings) {
      if (key === '' || key.length > maxNameLength || (device !== null && device.length > maxNameLength)) continue;
      const name = `${device ?? ''}\n${key}`;
      own.keys.delete(name);
      own.keys.set(name, {
        device,
        key,
        value,
        text: text?.slice(0, maxTextLength) ?? null,
        unit: unit?.slice(0, maxTextLength) ?? null,
        isState: isBoolean === true,
        at,
      });
      dropOldest(own.keys, maxKeys);
    }
  }

  /** Of the last day, the newest first; what came together stands by device and key. */
  of(gateway: { id: number; company_id: number }): HeardKey[] {
    const own = this.#byGateway.get(gateway.id);
    if (own?.companyId !== gateway.company_id) return [];
    const since = this.#clock.now() - keptMs;
    for (const [name, { at }] of own.keys) if (at < since) own.keys.delete(name);
    const order = (a: HeardKey, b: HeardKey) =>
      b.at - a.at || (a.device ?? '').localeCompare(b.device ?? '') || a.key.localeCompare(b.key);
    return [...own.keys.values()].sort(order);
  }
}

function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
