import type { Language } from '@watchpost/contract';
import { defineText, textIn } from '../../lib/defineText.ts';

const text = defineText({
  missing: { zh: '请再次输入密码', en: 'Enter the password again' },
  differs: { zh: '两次输入的密码不一致', en: 'The two passwords are not the same' },
});

/** What is wrong with a password that was typed for the second time. Spec §5.3: a change needs a matching confirmation. */
export function differs(password: string, again: string, language: Language): { Again?: string } {
  const words = textIn(text, language);
  if (again === '') return { Again: words.missing };
  return again === password ? {} : { Again: words.differs };
}
