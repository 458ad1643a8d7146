import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * What the address will say once React has found the time for it. Of the page, as the address is: who changes another part
 * of it meanwhile, in whatever component, must not undo this one. Null: what is rendered is the latest.
 */
let coming: URLSearchParams | null = null;

/**
 * The address's parameters; a change is given what they will be by then, not what was rendered last. While another page
 * is on its way, which the address names before it is on the screen, nothing is changed: that would lead back.
 */
export function useAddressParams() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(window.location.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is on the screen now
  useLayoutEffect(() => {
    shown.current = window.location.pathname;
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is no longer coming
  useLayoutEffect(() => {
    coming = null;
  }, [params]);
  useLayoutEffect(
    () => () => {
      coming = null;
    },
    [],
  );
  const change = useCallback(
    (alter: (params: URLSearchParams) => void, options?: NavigateOptions) => {
      if (window.location.pathname !== shown.current) return;
      const next = new URLSearchParams(coming ?? params);
      alter(next);
      coming = next;
      void navigate({ search: `?${next}` }, options);
    },
    [navigate, params],
  );
  return [params, change] as const;
}
