import { qualityCode } from '@watchpost/contract';
import type { Readings } from '../engine/index.ts';

/** When something was on record as lost; epoch ms. */
export interface Loss {
  readonly from: number;
  /** Null: it still is. */
  readonly to: number | null;
}

/** The gateways that count as live, or as gone: since when they are, or had been, live, and up to when it is known. */
export type LiveStretches = Map<number, { since: number; watermark: number }>;

/** What is known of the link above a point at the moment gone through. */
export interface LinkOfPoint {
  readonly gatewayId: number;
  readonly isLostAt: (at: number) => boolean;
  hasBegun: boolean;
  /** By the last sample: one of quality "no communication" says that the link is gone until the next. */
  isSilenced: boolean;
  isDown: boolean;
  since: number;
}

/**
 * Takes down of each link what is known of it by `until`, the samples up to then included.
 *
 * @param links by point
 * @param live brought in line, as is `gone`
 */
export function followLinks(
  links: ReadonlyMap<number, LinkOfPoint>,
  { live, gone }: { readonly live: LiveStretches; readonly gone: LiveStretches },
  readings: Readings,
  until: number,
): void {
  for (let i = 0; i < readings.length; i++) {
    const link = links.get(readings.pointIds[i]!)!;
    link.isSilenced = readings.quality[i] === qualityCode.noCommunication;
    if (link.hasBegun) continue;
    link.hasBegun = true;
    link.since = readings.measuredAt[i]!;
    (link.isDown ? gone : live).set(link.gatewayId, { since: link.since, watermark: until });
  }
  for (const link of links.values()) {
    const isLost = link.isLostAt(until);
    const isDown = link.isSilenced || isLost;
    if (isDown === link.isDown) continue;
    const stretch = { since: isDown ? link.since : until, watermark: until };
    link.isDown = isDown;
    link.since = until;
    live.delete(link.gatewayId);
    gone.delete(link.gatewayId);
    if (link.hasBegun) (isDown ? gone : live).set(link.gatewayId, stretch);
  }
  for (const stretches of [live, gone])
    for (const [gatewayId, { since }] of stretches) stretches.set(gatewayId, { since, watermark: until });
}

/** Whether one of these lasts at a moment; the moments asked for only go forward. Those of a gateway and of its slave overlap. */
export function lossesInOrder(losses: readonly Loss[]): (at: number) => boolean {
  const times = losses
    .map(({ from, to }) => ({ from, to: to ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.from - b.from);
  let next = 0;
  let lostUntil = Number.NEGATIVE_INFINITY;
  return (at) => {
    for (; next < times.length && times[next]!.from <= at; next++) lostUntil = Math.max(lostUntil, times[next]!.to);
    return at < lostUntil;
  };
}
