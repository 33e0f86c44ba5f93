/**
 * Where to go after signing in: the screen that asked for it, else the start. Only paths of this site: a link to the login page
 * must not be able to send people elsewhere.
 */
export function afterLogin(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
  if (!wanted?.startsWith('/')) return '/';
  try {
    const url = new URL(wanted, origin);
    return url.origin === origin && url.pathname !== '/login' ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
