import type { DebugLogEntry } from '@ezdash/contracts';
import { createSlice, injectSlice, type PayloadAction, useAppSelector } from '@ezdash/store';
import { nameOfAction } from './actionNames';
import type { Tab } from './tabs';

/** The log keeps this many entries; the oldest leave first. */
export const LOG_LIMIT = 100;
/** The store's actions whose names are kept, for a bug report. */
export const ACTION_LIMIT = 20;

/** A debug session the server has confirmed in this page load. */
export interface ConfirmedSession {
  adminEmail: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** An entry with a number that never repeats in a page load: the list's key. */
export interface NumberedLogEntry extends DebugLogEntry {
  number: number;
}

/** A timeline, and where it was asked for. */
export interface OpenedTimeline {
  correlationId: string;
  /** The request that is meant, where a click had several. */
  requestId?: string;
  /** Cache key of the query whose answer it is, when the Inspector led here. */
  query?: string;
}

interface DebugState {
  session: ConfirmedSession | null;
  /** Oldest first. */
  logs: NumberedLogEntry[];
  /** Entries ever written in this page load. */
  written: number;
  /** The panel's tab, for as long as the page lives. */
  tab: Tab;
  /** The timeline that the Logs tab shows; null or absent: its lists. */
  timeline?: OpenedTimeline | null;
  /** Cache key of the query that the Inspector goes to when it is shown next. */
  wantedQuery?: string | null;
  /** Names of the store's latest actions, never what they carry; oldest first. */
  actions: string[];
}

const initialState: DebugState = { session: null, logs: [], written: 0, tab: 'page', actions: [] };

/** State of the debug tool in the page's one store: it survives a swap to a newer release of the tool. */
export const debugSlice = injectSlice(
  createSlice({
    name: 'debug',
    initialState,
    reducers: {
      sessionConfirmed: (state, action: PayloadAction<ConfirmedSession>) => {
        state.session = action.payload;
      },
      /** When the session ends unless it is used before, as the latest answer says. */
      endMoved: (state, { payload }: PayloadAction<string>) => {
        if (state.session) state.session.expiresAt = payload;
      },
      sessionEnded: (state) => {
        state.session = null;
      },
      logged: (state, action: PayloadAction<DebugLogEntry>) => {
        state.written += 1;
        state.logs.push({ ...action.payload, number: state.written });
        if (state.logs.length > LOG_LIMIT) state.logs.splice(0, state.logs.length - LOG_LIMIT);
      },
      logsCleared: (state) => {
        state.logs = [];
      },
      tabChosen: (state, action: PayloadAction<Tab>) => {
        state.tab = action.payload;
        state.timeline = null;
      },
      timelineOpened: (state, action: PayloadAction<OpenedTimeline>) => {
        state.tab = 'logs';
        state.timeline = action.payload;
      },
      timelineClosed: (state) => {
        state.timeline = null;
      },
      /** The way back: from a timeline to the query in the Inspector. */
      queryWanted: (state, action: PayloadAction<string>) => {
        state.tab = 'inspector';
        state.timeline = null;
        state.wantedQuery = action.payload;
      },
      queryShown: (state) => {
        state.wantedQuery = null;
      },
    },
    extraReducers: (builder) => {
      builder.addMatcher(
        (action) => nameOfAction(action) !== null,
        (state, action) => {
          state.actions.push(nameOfAction(action) ?? '');
          if (state.actions.length > ACTION_LIMIT) state.actions.shift();
        },
      );
    },
  }),
);

const stateOf = (root: object): DebugState => (root as { debug?: DebugState }).debug ?? initialState;

export const useConfirmedSession = (): ConfirmedSession | null =>
  useAppSelector((root) => stateOf(root).session);
export const useLogs = (): NumberedLogEntry[] => useAppSelector((root) => stateOf(root).logs);
export const useOpenedTimeline = (): OpenedTimeline | null =>
  useAppSelector((root) => stateOf(root).timeline ?? null);
export const useWantedQuery = (): string | null =>
  useAppSelector((root) => stateOf(root).wantedQuery ?? null);
export const useTab = (): Tab => useAppSelector((root) => stateOf(root).tab);
/** All that is kept, read once: for a bug report. */
export const debugStateOf = stateOf;
