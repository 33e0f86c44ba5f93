/**
 * A path of this site that a link asked for, else the start. A link to a page of ours must not be able to send people elsewhere,
 * nor round in circles to the login page.
 */
export function ownPath(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return '/';
  try {
    const url = new URL(wanted, origin);
    // `/.//elsewhere` is a path of ours that reads `//elsewhere` once it is resolved, which a browser takes for a host.
    const ours = url.origin === origin && !url.pathname.startsWith('//') && url.pathname !== '/login';
    return ours ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}

/** Leaves for the screen that asked for the sign-in; nothing of the public page stays behind in the history. */
export const goOn = (): void =>
  window.location.replace(ownPath(new URLSearchParams(window.location.search).get('redirect'), window.location.origin));

/** The address of another public page; the screen that asked for the sign-in is not forgotten on the way. */
export function publicLink(path: string): string {
  const wanted = new URLSearchParams(window.location.search).get('redirect');
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}` : path;
}
