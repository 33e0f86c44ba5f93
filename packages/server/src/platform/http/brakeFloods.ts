import { commonErrors } from '@watchpost/contract';
import type { FastifyRequest } from 'fastify';
import { networkHolders, Shares } from '../Shares.ts';
import { Refusal } from './refusal.ts';

const minuteMs = 60_000;

/**
 * A brake against floods, by network, for one route. It is in memory and protects this process; what must hold after a restart
 * is counted in the database by its call.
 *
 * @param perMinute requests of one network; an IPv6 network of several lines has twice or three times as many
 * @returns a hook that throws Refusal `tooManyRequests`
 */
export function brakeFloods(perMinute: number): (request: FastifyRequest) => Promise<void> {
  let taken = new Shares();
  let beganAt = performance.now();
  return async ({ ip }) => {
    if (performance.now() - beganAt >= minuteMs) {
      taken = new Shares();
      beganAt = performance.now();
    }
    if (taken.take(networkHolders(ip, perMinute)) !== null) return;
    const waitMs = beganAt + minuteMs - performance.now();
    throw new Refusal(commonErrors.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  };
}
