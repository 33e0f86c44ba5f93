import { expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

it('takes the stored choice first, then the browser, then English', () => {
  expect(chooseLanguage('theme=dark; language=zh', ['en-US'])).toBe('zh');
  expect(chooseLanguage('language=en', ['zh-CN'])).toBe('en');
  expect(chooseLanguage('', ['zh-TW', 'en'])).toBe('zh');
  expect(chooseLanguage('', ['fr-FR', 'zh-CN', 'en'])).toBe('zh');
  expect(chooseLanguage('', ['en-GB'])).toBe('en');
  expect(chooseLanguage('', ['ja-JP'])).toBe('en');
  expect(chooseLanguage('', [])).toBe('en');
});

it('is not misled by another cookie or an unknown language', () => {
  expect(chooseLanguage('mylanguage=zh', [])).toBe('en');
  expect(chooseLanguage('language=fr', ['zh'])).toBe('zh');
});
