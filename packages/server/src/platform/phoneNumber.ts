import { type Language, phoneText } from '@watchpost/contract';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { InvalidInput } from './http/validate.ts';

/** The dialling code of mainland China, where a number without one belongs. */
const homeRegion = '86';
/** The library throws at a dialling code that nobody has. */
const knownRegions = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));
/** New ranges are opened faster than libraries learn of them: any 11 digits that begin like a mobile number of China. */
const mobileOfChina = /^1[3-9]\d{9}$/;

/**
 * A phone number as it is kept and shown: 11 digits of mainland China, of any other country E.164 with `+`. Null for what
 * cannot be a phone number there.
 *
 * @param region dialling code of a number that is written without one
 * @example mobileOf('0151 1234 5678', '49') // '+4915112345678'
 * @example mobileOf('+86 139-0000-0001') // '13900000001'
 */
export function mobileOf(text: string, region: string = homeRegion): string | null {
  if (!knownRegions.has(region)) return null;
  const number = parsePhoneNumberFromString(text, { defaultCallingCode: region });
  if (!number) return null;
  if (number.countryCallingCode === homeRegion) {
    return mobileOfChina.test(number.nationalNumber) ? number.nationalNumber : null;
  }
  return number.isPossible() ? number.number : null;
}

/**
 * A number as a provider says from where an answer came: most say the dialling code, not all of them write `+` or even `00` before it.
 *
 * @example mobileOfSender('8613900000001') // '13900000001'
 * @example mobileOfSender('4915112345678') // '+4915112345678'
 */
export function mobileOfSender(text: string): string | null {
  const written = text.trim().replace(/^00/, '+');
  return mobileOf(written) ?? (/^[1-9]/.test(written) ? mobileOf(`+${written}`) : null);
}

/** The same of what somebody typed. @throws InvalidInput that names the field */
export function needMobile(field: string, text: string, region: string, language: Language): string {
  const mobile = mobileOf(text, region);
  if (mobile === null) throw InvalidInput.inField(field, phoneText.notANumber, language);
  return mobile;
}

/** Whether a username reads as a phone number of somebody else, whose owner would sign in with it. */
export function isNumberOfAnother(account: string, own: string | null): boolean {
  const mobile = mobileOf(account);
  return mobile !== null && mobile !== own;
}

/** E.164, as providers take it. */
export const internationalMobile = (mobile: string): string =>
  mobile.startsWith('+') ? mobile : `+${homeRegion}${mobile}`;

/** Enough to recognise one's own number by: `139****0001`. */
export const hiddenMobile = (mobile: string): string => `${mobile.slice(0, -8)}****${mobile.slice(-4)}`;

/** `l****@example.com` */
export const hiddenEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1****');
