import type { CameraFailure } from '@watchpost/contract';
import { OutboundRefused } from '../../platform/outboundGuard.ts';

/** There is no picture to be had, and why. */
export class NoStream extends Error {
  override readonly name = 'NoStream';
  readonly failure: CameraFailure;

  constructor(failure: CameraFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Why something that was tried with a media server failed. */
export const failureOf = (error: unknown): CameraFailure =>
  error instanceof NoStream ? error.failure : error instanceof OutboundRefused ? 'hostRefused' : 'noAnswer';

/** What an answer other than a success says; null: it is one. */
export function failureOfStatus(status: number): CameraFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'loginRefused';
  return status === 404 || status === 410 ? 'unknownStream' : 'serverTrouble';
}
