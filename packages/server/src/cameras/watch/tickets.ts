import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CameraKind } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import type { Clock } from '../../platform/clock.ts';

/** A signed pair of viewer and camera. The viewer's rights are checked at each use. */
export interface Ticket {
  readonly cameraId: number;
  readonly companyId: number;
  readonly userId: number;
  /** The ticket ends with this session. */
  readonly sessionId: string;
}

export interface Tickets {
  /** The same all day, so that a list read again does not begin every picture anew. */
  make(ticket: Ticket): string;
  /** Null: it is not ours, or its day is over. */
  read(text: string): Ticket | null;
}

/** Where a stream begins below its ticket, by kind. */
export const streamStart: Readonly<Record<CameraKind, string>> = { hls: 'index.m3u8', flv: 'live.flv', whep: 'whep' };

/** @example /stream/WzUsMSwy….mD3…/index.m3u8 */
export const streamUrl = (ticket: string, kind: CameraKind): string => `/stream/${ticket}/${streamStart[kind]}`;

/** Tickets count to the end of the next day (UTC). */
export function createTickets(secret: string, clock: Clock): Tickets {
  const sign = (payload: string): Buffer => createHmac('sha256', secret).update(payload).digest();
  return {
    make({ cameraId, companyId, userId, sessionId }) {
      const expires = (Math.floor(clock.now() / dayMs) + 2) * dayMs;
      const payload = Buffer.from(JSON.stringify([cameraId, companyId, userId, sessionId, expires])).toString(
        'base64url',
      );
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    read(text) {
      const [payload = '', signature = ''] = text.split('.');
      const [own, given] = [sign(payload), Buffer.from(signature, 'base64url')];
      if (own.length !== given.length || !timingSafeEqual(own, given)) return null;
      // Signed by us, so it has this shape.
      const [cameraId, companyId, userId, sessionId, expires] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as [number, number, number, string, number];
      return expires > clock.now() ? { cameraId, companyId, userId, sessionId } : null;
    },
  };
}
