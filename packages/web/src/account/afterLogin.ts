/**
 * Where to go after signing in: the screen that asked for it, else the start. Only paths of this site: a link to the login page
 * must not be able to send people elsewhere.
 */
export function afterLogin(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
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
