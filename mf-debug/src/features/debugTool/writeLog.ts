import type { DebugLogEntry } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type AppDispatch, storage } from '@ezdash/store';
import { debugLogApi } from './debugLog.api';
import { debugSlice } from './debugSlice';

const MESSAGE_LENGTH = 2_000;
const DATA_LENGTH = 8_000;
/** A page in a loop of errors must not become a flood of calls: the rest stays in the list. */
const SENT_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

let sentAtMs: number[] = [];
function maySend(nowMs: number): boolean {
  sentAtMs = sentAtMs.filter((at) => nowMs - at < MINUTE_MS);
  if (sentAtMs.length >= SENT_PER_MINUTE) return false;
  sentAtMs.push(nowMs);
  return true;
}

/** For tests: forgets what was sent within the last minute. */
export function resetSending(): void {
  sentAtMs = [];
}

/** What JSON keeps of a value; cyclic and oversized ones become a text. */
function plain(data: unknown): unknown {
  if (data === undefined) return null;
  try {
    const text = JSON.stringify(data) ?? 'null';
    return text.length > DATA_LENGTH ? `${text.slice(0, DATA_LENGTH)}…` : (JSON.parse(text) as unknown);
  } catch {
    return String(data);
  }
}

/** Adds an entry to the log and, while a debug token is stored, sends it to the server. */
export function writeLog(
  dispatch: AppDispatch,
  level: DebugLogEntry['level'],
  message: string,
  data?: unknown,
): void {
  const nowMs = Date.now();
  const entry: DebugLogEntry = {
    level,
    message: message.slice(0, MESSAGE_LENGTH),
    data: plain(data),
    timestamp: new Date(nowMs).toISOString(),
  };
  dispatch(debugSlice.actions.logged(entry));
  if (storage.get(STORAGE_KEYS.debugToken) === null || !maySend(nowMs)) return;
  void dispatch(debugLogApi.endpoints.debugLog.initiate(entry, { track: false }));
}
