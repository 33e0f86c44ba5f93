import { expect, type Page } from '@playwright/test';

interface Exception {
  readonly text: RegExp;
  /** On this screen only; absent: on every one. */
  readonly screen?: string;
  readonly because: string;
}

/** Where things are named, both names stand beside each other. */
const bothNames = {
  text: /./,
  screen: '/projectConfig/basicInfo',
  because: 'areas are listed with both of their names',
};

/** What may stand in the other language, and why. */
const allowed: Readonly<Record<'zh' | 'en', readonly Exception[]>> = {
  en: [
    bothNames,
    { text: /^中文$/, because: 'a language is offered in itself' },
    {
      text: /./,
      screen: '/installation/inbox',
      because: 'messages stand as they were sent, in the language of their recipients',
    },
  ],
  zh: [
    bothNames,
    { text: /^English$/, because: 'a language is offered in itself' },
    { text: /@|https?:|\/|\\|_|\.(xlsx|csv|pdf|png|zip|json)\b/i, because: 'addresses, paths and files' },
    { text: /^[a-z0-9]+$/, because: 'accounts' },
    { text: /RTU over TCP/, because: 'the name of a transport' },
    { text: /\{\w+\}/, because: 'places that are filled in' },
    { text: /Anna Foods/, screen: '/inviteSuccess', because: 'a company is called as its people typed it' },
  ],
};

/** On Chinese screens: names that are the same everywhere. Programs, makes, keys of the keyboard, units. */
const latinWords = new Set(
  (
    'Watchpost Excel Webhook Modbus Neuron Sparkplug Alink Chrome Cookie Linux Enter Ctrl Delete Shift ' +
    'Bitzer Carel Danfoss Hecu Acrel Eastron Dixell Schneider Electric Eliwell Elektronik Simex Wiren Board ' +
    'bar ppm cosφ'
  ).split(' '),
);

/** Texts that a person sees on the page now, each once: what is written, and names and hints of what is not. Not what fields hold. */
async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => {
      const words = text?.trim();
      if (words) found.add(words);
    };
    const walk = (element: Element) => {
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      // The kit's icons carry their file's name; the button around them has one of its own.
      if (!isSeen || element.matches('script, style, .anticon')) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element.getAttribute(name));
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
        else if (node instanceof Element) walk(node);
      }
    };
    walk(document.body);
    return [...found];
  });
}

/** Words of Latin letters that are no name, number or unit: three small letters or more, or a capital and two small ones. */
const englishIn = (text: string): string[] =>
  (text.match(/(?<![\p{L}\d\-.])[A-Z]?[a-z]{3,}(?![\p{L}\d\-.])/gu) ?? []).filter((word) => !latinWords.has(word));

/**
 * Holds the screen to the language that was chosen: no Chinese character on an English one, no English word on a Chinese one.
 * What does is listed, and fails the journey, which goes on.
 *
 * @param screen how a finding calls it
 */
export async function expectOneLanguage(page: Page, language: 'zh' | 'en', screen: string): Promise<void> {
  const isOther = (text: string) => (language === 'en' ? /\p{Script=Han}/u.test(text) : englishIn(text).length > 0);
  const strange = (await textsOn(page)).filter(
    (text) =>
      isOther(text) && !allowed[language].some((each) => each.text.test(text) && (each.screen ?? screen) === screen),
  );
  expect.soft(strange, `${screen}, in the other language`).toEqual([]);
}
