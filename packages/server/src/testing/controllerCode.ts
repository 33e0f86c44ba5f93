import { createHash } from 'node:crypto';

/**
 * The boot password as a controller computes it, after `docs/remote-boot.md` alone: HMAC built from SHA-256, the check digit from its
 * table. A second implementation beside the one of the platform, so that the two can be compared.
 */
export function controllerCode(key: Uint8Array, unit: string, day: string, attempt: number): string {
  const pad = (byte: number) => Uint8Array.from({ length: 64 }, (_, place) => (key[place] ?? 0) ^ byte);
  const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const message = new TextEncoder().encode(`WPB1|${unit}|${day}|${attempt}`);
  const mac = sha256(pad(0x5c), sha256(pad(0x36), message));
  const start = mac[31]! % 16;
  const number = (mac[start]! % 128) * 2 ** 24 + mac[start + 1]! * 2 ** 16 + mac[start + 2]! * 2 ** 8 + mac[start + 3]!;
  const digits = String(number % 10 ** 7).padStart(7, '0');
  let check = 0;
  for (const digit of digits) check = damm[check]![Number(digit)]!;
  return `${digits}${check}`;
}

const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;
