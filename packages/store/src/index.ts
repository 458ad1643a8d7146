/** The one Redux store and the one API slice of the page. Remotes reach Redux Toolkit through here only. */
export { createSelector, createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
export { api } from './api';
export { type ApiError, toApiError } from './apiError';
export { type CallArgs, endsDebugSession } from './baseQuery';
export { bootstrap, setBootstrap, useConfig } from './bootstrap';
export { csrfHeaders, csrfToken, page, setCsrfToken, storage } from './browser';
export { DATE_PRESETS, type DatePreset, resolveRange } from './dateRange';
export { StoreProvider } from './StoreProvider';
export * from './session';
export {
  type AppDispatch,
  type AppStore,
  getStore,
  injectSlice,
  type LazySlices,
  makeStore,
  type RootState,
  useAppDispatch,
  useAppSelector,
  useDateRange,
} from './store';
export { type StoreWords, setStoreWords } from './words';
