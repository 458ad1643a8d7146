import type { DateRange } from '@ezdash/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { api } from './api';

export const DATE_PRESETS = ['today', 'yesterday', 'last7', 'last28', 'month', 'custom'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];
export interface DateRangeState {
  preset: DatePreset;
  /** Only with `custom`. */
  custom: DateRange | null;
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days a choice means now, in UTC, both included. The network's books close by UTC days. */
export function resolveRange(state: DateRangeState, nowMs: number): DateRange {
  const today = dayOf(nowMs);
  switch (state.preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayOf(nowMs - DAY_MS), to: dayOf(nowMs - DAY_MS) };
    case 'last7':
      return { from: dayOf(nowMs - 6 * DAY_MS), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'custom':
      if (state.custom) return state.custom;
  }
  return { from: dayOf(nowMs - 27 * DAY_MS), to: today };
}

const initialState: DateRangeState = { preset: 'last28', custom: null };

export const dateRange = createSlice({
  name: 'dateRange',
  initialState,
  reducers: {
    choosePreset: (state, action: PayloadAction<Exclude<DatePreset, 'custom'>>) => {
      state.preset = action.payload;
    },
    chooseDays: (state, action: PayloadAction<DateRange>) => {
      state.preset = 'custom';
      state.custom = action.payload;
    },
  },
  // Another person's choice.
  extraReducers: (builder) => builder.addMatcher(api.util.resetApiState.match, () => initialState),
});
