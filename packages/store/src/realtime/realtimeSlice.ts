import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LiveStatus } from './transport';

export interface RealtimeState {
  status: LiveStatus;
  /** Since when, in milliseconds. */
  since: number;
}

const initialState: RealtimeState = { status: 'off', since: 0 };

/** How the one connection to the broadcaster stands. */
export const realtime = createSlice({
  name: 'realtime',
  initialState,
  reducers: {
    liveStatusChanged: (state, { payload }: PayloadAction<RealtimeState>) =>
      state.status === payload.status ? state : payload,
  },
});
