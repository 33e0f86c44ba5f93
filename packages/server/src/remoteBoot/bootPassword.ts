import { createHmac, hkdfSync } from 'node:crypto';

const salt = 'watchpost/remote-boot/v1';
const digits = 10_000_000;

/** Of the Damm algorithm: a quasigroup of order ten with zeros in its diagonal. */
const quasigroup = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const;

/** The digit that makes any single wrong digit, and any two swapped ones, visible. */
export const dammDigit = (number: string): string =>
  [...number].reduce((interim, digit) => Number(quasigroup[interim]![Number(digit)]), 0).toString();

/**
 * The key of one unit, 32 bytes; it is put into its controller.
 *
 * @param version from 1; a new one is another key
 */
export const unitKey = (master: Uint8Array, unitNumber: string, version = 1): Buffer =>
  Buffer.from(hkdfSync('sha256', master, salt, `unit:${unitNumber}${version === 1 ? '' : `|${version}`}`, 32));

/** How far after the counter that it took last a controller without a clock takes one. */
export const counterWindow = 3;
/** What stands in place of the day in passwords of a controller without a clock. */
export const counterAt = (counter: number): string => `C${String(counter).padStart(8, '0')}`;

/**
 * The boot password of a unit for a day: eight digits, the last a check digit. `docs/remote-boot.md` says it for those who build
 * controllers.
 *
 * @param key of the unit
 * @param day `YYYYMMDD` where the unit stands; for a controller without a clock `counterAt`, with the attempt 0
 * @param attempt 0 to 3
 */
export function bootPassword(key: Uint8Array, unitNumber: string, day: string, attempt: number): string {
  const mac = createHmac('sha256', key).update(`WPB1|${unitNumber}|${day}|${attempt}`, 'ascii').digest();
  const number = mac.readUInt32BE(mac[31]! & 15) & 0x7fffffff;
  const body = String(number % digits).padStart(7, '0');
  return body + dammDigit(body);
}
