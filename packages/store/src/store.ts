import { isNameOf } from '@ezdash/contracts/constants';
import { combineSlices, configureStore, type Reducer, type Slice } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { api } from './api';
import { bootstrap } from './bootstrap';
import { csrfToken } from './browser';
import { type DatePreset, dateRange, resolveRange } from './dateRange';
import { realtime } from './realtime/realtimeSlice';
import { sessionApi, watchPerson } from './session';

/** Remotes that bring a slice add its state here: `declare module '@ezdash/store' { interface LazySlices extends WithSlice<typeof mine> {} }`. */
export interface LazySlices extends Record<never, never> {}

export const rootReducer = combineSlices(api, dateRange, realtime).withLazyLoadedSlices<LazySlices>();

/** A store with what the page already knows. The app has one (`store`); tests make their own. */
export function makeStore() {
  const made = configureStore({
    reducer: rootReducer as Reducer<ReturnType<typeof rootReducer>>,
    middleware: (defaults) => defaults().concat(api.middleware, watchPerson),
  });
  const { user } = bootstrap();
  made.dispatch(
    sessionApi.util.upsertQueryEntries([
      { endpointName: 'me', arg: undefined, value: { user, csrf_token: csrfToken() } },
    ]),
  );
  setupListeners(made.dispatch);
  return made;
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = AppStore['dispatch'];

let shared: AppStore | null = null;
/** The one store of the page, made at its first use, when the bootstrap JSON has been read. */
export function getStore(): AppStore {
  shared ??= makeStore();
  return shared;
}

/** Reducers of the slices that joined, by their place in the state. */
const injected = new Map<string, Reducer>();

function putReducer(reducerPath: string, reducer: Reducer): void {
  injected.set(reducerPath, reducer);
  rootReducer.inject({ reducerPath, reducer }, { overrideExisting: true });
}

/** A remote's slice joins the store; twice is harmless, and a newer release of it replaces the older. */
export function injectSlice<S extends Slice>(slice: S): S {
  putReducer(slice.reducerPath, slice.reducer);
  return slice;
}

/**
 * Slices as they are now, of those whose names begin with a remote's namespace.
 * @returns puts them back as they were; what they hold in the store stays
 */
export function keepSlices(namespace: string): () => void {
  const kept = [...injected].filter(([name]) => isNameOf(namespace, name));
  return () => {
    for (const [name, reducer] of kept) if (injected.get(name) !== reducer) putReducer(name, reducer);
  };
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<AppStore>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** The days the top bar's date range means now, and its choosers. */
export function useDateRange() {
  const state = useAppSelector((root) => root.dateRange);
  const dispatch = useAppDispatch();
  const today = new Date().toISOString().slice(0, 10);
  return useMemo(
    () => ({
      preset: state.preset as DatePreset,
      ...resolveRange(state, Date.parse(`${today}T12:00:00Z`)),
      choosePreset: (preset: Exclude<DatePreset, 'custom'>) =>
        void dispatch(dateRange.actions.choosePreset(preset)),
      chooseDays: (from: string, to: string) => void dispatch(dateRange.actions.chooseDays({ from, to })),
    }),
    [state, today, dispatch],
  );
}
