import qs from 'qs';

/** A list of more items than this would become an object. */
const arrayLimit = 1_000;
/** `constructor` is a name like another: one that nobody knows is refused, not left out. */
const anyName = { plainObjects: true, allowPrototypes: true } as const;

/** `a=1&b[]=2&c[x]=4` as an object; every value is text. */
export const readQuery = (text: string): Record<string, unknown> =>
  qs.parse(text, { ...anyName, arrayLimit, depth: 3 });
export const readForm = (text: string): Record<string, unknown> => qs.parse(text, { ...anyName, arrayLimit, depth: 5 });
