/** The one Redux store and the one API slice of the page. Remotes reach Redux Toolkit through here only. */
export { createSelector, createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
export { api } from './api';
export { type ApiError, toApiError } from './apiError';
export { type CallArgs, endsDebugSession, noteConsoleLocked } from './baseQuery';
export { bootstrap, setBootstrap, useConfig } from './bootstrap';
export { csrfHeaders, csrfToken, debugHeaders, page, setCsrfToken, storage } from './browser';
export { addAnswerListener, addCallHeaders } from './callHeaders';
export { DATE_PRESETS, type DatePreset, resolveRange } from './dateRange';
export { askInsteadOfReload, endDebugSession } from './debugEnd';
export { keepInjected } from './keepInjected';
export {
  forgetOlderNotices,
  noticesApi,
  useNoticesInfiniteQuery,
  useReadNoticesMutation,
} from './notices';
export {
  type AskedProof,
  currentProof,
  failureOf,
  forgetProofs,
  ProofCancelled,
  subscribeToProof,
  useWithProof,
  type WithProof,
} from './proof';
export { startBridge } from './realtime/bridge';
export { LiveChannels, type LiveListener, liveChannels } from './realtime/liveChannels';
export { realtimeApi } from './realtime/realtimeApi';
export { type RealtimeState, realtime } from './realtime/realtimeSlice';
export type { ChannelListener, JoinedChannel, LiveStatus, LiveTransport } from './realtime/transport';
export { channelName, type Live, type LiveHandlers, listenLive, useLive } from './realtime/useLive';
export { useLivePolling, useLiveStatus } from './realtime/useLiveStatus';
export { StoreProvider } from './StoreProvider';
export type { SendFileOptions, SentFile } from './sendFile';
export { sendFile } from './sendLater';
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
  useAppStore,
  useDateRange,
} from './store';
export { useStored } from './useStored';
export { type StoreWords, setStoreWords } from './words';
