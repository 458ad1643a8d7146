import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The token of a mailed link; null without one. It leaves the address bar as soon as it is read: it must not stay in
 * the history, nor go along in a screenshot or a Referer.
 */
export function useOneTimeToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has('token')) return;
    address.searchParams.delete('token');
    // Past the router, which would take it for another visit; its own state of the entry stays.
    window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash);
  }, []);
  return token;
}
