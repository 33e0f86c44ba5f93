import { z } from 'zod';
import { say } from '../inputWords.ts';

export const phoneText = { notANumber: { zh: '手机号格式不正确', en: 'Not a phone number' } } as const;

/**
 * A phone number as people type it: digits, perhaps with spaces, hyphens, parentheses or a leading `+`. Whether the country
 * of `region` has such numbers is for the server to say, which knows the numbering plans.
 */
export const phoneNumber = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(/^\+?[\d\s().-]{5,25}$/, { error: say(phoneText.notANumber) });

/** The dialling code that goes with a phone number, with or without `+`; 86 unless said otherwise. */
export const dialingCode = z
  .union([z.string().trim(), z.number().int()])
  .transform((value) => String(value).replace(/^\+/, ''))
  .pipe(z.string().regex(/^[1-9]\d{0,3}$/))
  .default('86');

/** A verification code: six digits. */
export const verificationCode = z
  .union([z.string().trim(), z.number().int().transform(String)])
  .pipe(z.string().regex(/^\d{6}$/, { error: say({ zh: '验证码为 6 位数字', en: 'A code has six digits' }) }));
