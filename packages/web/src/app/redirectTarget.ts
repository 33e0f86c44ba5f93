import { links } from '../lib/links.ts';

/** One slash and then no second one or backslash, which a browser would read as another host. */
const ownPath = /^\/(?![/\\])/;

/**
 * Where `/redirect/<path>` and `/triggerRouterGuard?goPage=<path>` (or `fullPath`) lead: always to a screen of ours, with
 * the rest of the query. Nothing usable leads to the first screen.
 */
export function redirectTarget(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  const below = /^\/redirect(\/.*)$/i.exec(pathname)?.[1];
  const asked = below ?? query.get('goPage') ?? query.get('fullPath') ?? '';
  query.delete('goPage');
  query.delete('fullPath');
  const rest = query.toString();
  // Straight back here would never end.
  if (!ownPath.test(asked) || /^\/(redirect|triggerRouterGuard)(\/|\?|$)/i.test(asked)) return links.start;
  if (rest === '') return asked;
  return `${asked}${asked.includes('?') ? '&' : '?'}${rest}`;
}
