import { Navigate, useLocation } from 'react-router';
import { redirectTarget } from './redirectTarget.ts';

/** Leads on at once; the address itself leaves no trace in the history. Spec §2. */
export function RedirectPage() {
  const { pathname, search } = useLocation();
  return <Navigate to={redirectTarget(pathname, search)} replace />;
}
