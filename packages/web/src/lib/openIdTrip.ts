/** The purpose of a redirect to an OpenID provider, and the page to return to. */
export type OpenIdTrip =
  | { readonly kind: 'signIn' /** As it stood in the address. */; readonly redirect: string | null }
  | { readonly kind: 'bind' };

const key = 'openIdTrip';

/** Leaves for the provider; what comes back brings nothing but its answer, so this tab remembers the rest. */
export function leaveForOpenId(url: string, trip: OpenIdTrip): void {
  sessionStorage.setItem(key, JSON.stringify(trip));
  window.location.assign(url);
}

/** The trip that this tab comes back from; it is over then. */
export function endOpenIdTrip(): OpenIdTrip {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    const trip = JSON.parse(kept ?? 'null') as { kind?: unknown; redirect?: unknown } | null;
    if (trip?.kind === 'bind') return { kind: 'bind' };
    return { kind: 'signIn', redirect: typeof trip?.redirect === 'string' ? trip.redirect : null };
  } catch {
    return { kind: 'signIn', redirect: null };
  }
}
