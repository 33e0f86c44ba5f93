import { expect, it } from 'vitest';
import { defineText, textIn } from './defineText.ts';

const text = defineText({
  reject: { zh: '驳回', en: 'Reject' },
  picked: { zh: (n: number) => `已选 ${n} 项`, en: (n: number) => `${n} selected` },
});

it('gives every text in the asked language', () => {
  expect(textIn(text, 'zh').reject).toBe('驳回');
  expect(textIn(text, 'en').picked(3)).toBe('3 selected');
});

it('gives the same object each time, so that effects may depend on it', () => {
  expect(textIn(text, 'zh')).toBe(textIn(text, 'zh'));
});

it('does not compile without both languages, or with different parameters', () => {
  // @ts-expect-error English is missing
  defineText({ reject: { zh: '驳回' } });
  // @ts-expect-error one is a text, the other a function
  defineText({ picked: { zh: (n: number) => `${n}`, en: 'selected' } });
  // @ts-expect-error the parameters differ
  defineText({ picked: { zh: (n: number) => `${n}`, en: (n: string) => n } });
  // @ts-expect-error there is no such text
  expect(textIn(text, 'zh').missing).toBeUndefined();
});
