import qs from 'qs';

/** A list of more items than this would become an object. */
const arrayLimit = 1_000;
/**
 * `constructor` is a name like another: one that nobody knows is refused, not left out. `[0].TagSn` and `[0][TagSn]` are two ways to
 * write one name: clients differ in it.
 */
const anyName = { plainObjects: true, allowPrototypes: true, allowDots: true } as const;

/** qs leaves bytes that are not UTF-8 as they were escaped, which reads like a text that somebody meant. */
function decoder(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return `${spaced}\uFFFD`;
  }
}

/** `a=1&b[]=2&c[x]=4` as an object; every value is text. */
export const readQuery = (text: string): Record<string, unknown> =>
  qs.parse(text, { ...anyName, arrayLimit, decoder, depth: 3 });
export const readForm = (text: string): Record<string, unknown> =>
  qs.parse(text, { ...anyName, arrayLimit, decoder, depth: 5 });
