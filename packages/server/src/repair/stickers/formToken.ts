import { createHmac, timingSafeEqual } from 'node:crypto';
import { repairErrors, reportFormSeconds } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';

const sign = (secret: string, stickerId: string, issued: number): string =>
  createHmac('sha256', secret).update(`${stickerId}|${issued}`).digest('base64url');

/** Says that the form of a sticker was opened now. `1795392000000.Yx3…` */
export const formToken = (secret: string, stickerId: string, now: number): string =>
  `${now}.${sign(secret, stickerId, now)}`;

/**
 * Lets a form through that was opened with this sticker a while ago: programs send at once, and old pages long after.
 *
 * @throws Refusal `formTooQuick`, `formExpired` (also of a token that is not ours)
 */
export function needFormToken(secret: string, stickerId: string, token: string, now: number): void {
  const [, issuedText = '', signature = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(token) ?? [];
  const issued = Number(issuedText);
  const [own, given] = [Buffer.from(sign(secret, stickerId, issued)), Buffer.from(signature)];
  if (own.length !== given.length || !timingSafeEqual(own, given)) throw new Refusal(repairErrors.formExpired);
  const age = (now - issued) / 1000;
  if (age < reportFormSeconds.min) throw new Refusal(repairErrors.formTooQuick);
  if (age > reportFormSeconds.max) throw new Refusal(repairErrors.formExpired);
}
