import { commonErrors, minuteMs } from '@watchpost/contract';
import type { FastifyRequest } from 'fastify';
import { networkHolders, Shares } from '../Shares.ts';
import { Refusal } from './refusal.ts';

/**
 * Counts one request of an address with those that all processes answered in this minute.
 *
 * @returns how long to wait in milliseconds; null: it is granted
 */
export type CountMinute = (call: string, address: string, perMinute: number) => Promise<number | null>;

/**
 * A brake against floods, by network, for one route. What this process answered is counted in memory first: a flood costs the
 * database no more than what is granted.
 *
 * @param perMinute requests of one network; an IPv6 network of several lines has twice or three times as many
 * @param counted what counts for all processes; absent: this one counts for itself
 * @returns a hook that throws Refusal `tooManyRequests`
 */
export function brakeFloods(
  call: string,
  perMinute: number,
  counted?: CountMinute,
): (request: FastifyRequest) => Promise<void> {
  let taken = new Shares();
  let beganAt = performance.now();
  return async ({ ip }) => {
    if (performance.now() - beganAt >= minuteMs) {
      taken = new Shares();
      beganAt = performance.now();
    }
    const isGranted = taken.take(networkHolders(ip, perMinute)) !== null;
    const waitMs = isGranted
      ? ((await counted?.(call, ip, perMinute)) ?? null)
      : beganAt + minuteMs - performance.now();
    if (waitMs === null) return;
    throw new Refusal(commonErrors.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  };
}
