import type { PointCatalogue, PointFacts } from '../points/index.ts';

interface Hearing {
  readonly serialNumber: string;
  readonly gatewayId: number;
  /** Epoch ms by our clock. */
  readonly from: number;
  until: number;
}

/** Ids of points by number of the tag and key. */
type PointsOfTags = ReadonlyMap<string, ReadonlyMap<string, PointFacts>>;

/**
 * Tags: whichever gateway of their company hears one reports it, by the number that is printed on it. One of another company is as
 * unknown as one that does not exist.
 */
export class Tags {
  readonly #points: PointCatalogue;
  /** By the catalogue's list: another list has other tags. */
  #known: { readonly list: readonly PointFacts[]; readonly byTag: PointsOfTags } | null = null;
  /** Which gateway heard which tag since this was last taken. */
  #heard = new Map<string, Hearing>();
  /** What was taken and could not be written, by tag and in order of time. */
  #unwritten = new Map<string, Hearing[]>();

  constructor(points: PointCatalogue) {
    this.#points = points;
  }

  /** The point of a tag that a gateway heard; undefined: its company has none of this number and key. */
  hear(
    gateway: { readonly id: number; readonly company_id: number },
    { device, key }: { readonly device: string | null; readonly key: string },
    now: number,
  ): number | undefined {
    const point = device === null ? undefined : this.#byTag().get(device)?.get(key);
    if (!point || point.company_id !== gateway.company_id) return undefined;
    const known = this.#heard.get(device!);
    if (known?.gatewayId === gateway.id) known.until = now;
    else this.#heard.set(device!, { serialNumber: device!, gatewayId: gateway.id, from: now, until: now });
    return point.id;
  }

  /** Whether a gateway may say something of a tag of this number: its company has one. */
  isKnown(gateway: { readonly company_id: number }, device: string | null): boolean {
    const [point] = (device === null ? undefined : this.#byTag().get(device))?.values() ?? [];
    return point?.company_id === gateway.company_id;
  }

  /** What was heard since the last time, to be written; of each tag in order of time. What cannot be written comes back. */
  takeHeard(): readonly Hearing[] {
    const heard = this.#unwritten;
    for (const each of this.#heard.values()) append(heard, each);
    this.#heard = new Map();
    this.#unwritten = new Map();
    return [...heard.values()].flat();
  }

  /** Keeps what could not be written for the next time; a tag that stays with its gateway takes one stretch. */
  putBack(heard: readonly Hearing[]): void {
    const since = this.#unwritten;
    this.#unwritten = new Map();
    for (const each of heard) append(this.#unwritten, each);
    for (const each of [...since.values()].flat()) append(this.#unwritten, each);
  }

  #byTag(): PointsOfTags {
    const list = this.#points.withoutGateway();
    if (this.#known?.list !== list) {
      const ofTags = list.filter(({ kind }) => kind === 'tag');
      const byTag = new Map(
        [...Map.groupBy(ofTags, ({ mqtt_device }) => mqtt_device ?? '')].map(([number, points]) => [
          number,
          new Map(points.map((point) => [point.mqtt_key ?? '', point])),
        ]),
      );
      this.#known = { list, byTag };
    }
    return this.#known!.byTag;
  }
}

function append(heard: Map<string, Hearing[]>, next: Hearing): void {
  const stretches = heard.get(next.serialNumber) ?? [];
  heard.set(next.serialNumber, stretches);
  const last = stretches.at(-1);
  if (last?.gatewayId === next.gatewayId) last.until = Math.max(last.until, next.until);
  else stretches.push({ ...next });
}
