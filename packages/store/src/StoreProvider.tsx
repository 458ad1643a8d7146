import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { type AppStore, getStore } from './store';

/** Gives the page its one store; a test hands in its own. */
export function StoreProvider({ store, children }: { store?: AppStore; children: ReactNode }) {
  return <Provider store={store ?? getStore()}>{children}</Provider>;
}
