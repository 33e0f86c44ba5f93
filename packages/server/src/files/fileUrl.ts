import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs, fileCalls } from '@watchpost/contract';
import type { Clock } from '../platform/clock.ts';

const idPattern = /^[\w-]{24}$/;
const [pathBefore = ''] = `/api${fileCalls.getFile.path}`.split('{');

/** The address of a file, and what such an address is worth. */
export interface FileUrls {
  /**
   * The address shows the file without a login, for one to two days. It stays the same all day, so that browsers cache the picture.
   *
   * @example /api/Upload/File/mD3…?expires=1795392000&signature=…
   */
  fileUrl(fileId: string): string;
  /** Seconds for which the address still counts; 0: it does not, or is not ours. */
  secondsLeft(address: { fileId: string; expires: string; signature: string }): number;
}

/** Addresses last to the end of the next day (UTC). */
export function createFileUrls(secret: string, clock: Clock): FileUrls {
  const sign = (fileId: string, expires: string): string =>
    createHmac('sha256', secret).update(`${fileId}.${expires}`).digest('base64url');
  return {
    fileUrl(fileId) {
      const expires = String(((Math.floor(clock.now() / dayMs) + 2) * dayMs) / 1000);
      return `${pathBefore}${fileId}?expires=${expires}&signature=${sign(fileId, expires)}`;
    },
    secondsLeft({ fileId, expires, signature }) {
      const [own, given] = [Buffer.from(sign(fileId, expires)), Buffer.from(signature)];
      if (own.length !== given.length || !timingSafeEqual(own, given)) return 0;
      return Math.max(0, Math.floor(Number(expires) - clock.now() / 1000));
    },
  };
}

/** The parts of an address of ours; null for any other. */
export function fileAddressIn(url: string): { fileId: string; expires: string; signature: string } | null {
  const { pathname, searchParams, origin } = new URL(url, 'http://ours.invalid');
  if (origin !== 'http://ours.invalid' || !pathname.toLowerCase().startsWith(pathBefore.toLowerCase())) return null;
  const fileId = pathname.slice(pathBefore.length);
  if (!idPattern.test(fileId)) return null;
  return { fileId, expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
}

/**
 * Which file a text names that a client sends back as "my picture": its id, path or address.
 * Whether that file is the sender's is another question: see `needOwnFile`.
 *
 * @returns null for everything else, above all addresses elsewhere
 */
export function fileIdOfUrl(url: string): string | null {
  if (idPattern.test(url)) return url;
  if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, 'http://ours.invalid')) return null;
  return fileAddressIn(url)?.fileId ?? null;
}
