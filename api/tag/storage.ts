import { mayStore } from './consent';

const memory = new Map<string, string>();
/** What lies in the browser's storage. */
const KEYS = ['ez-ad-seen', 'ez-ad-sizes'] as const;
export const [SEEN_KEY, SIZES_KEY] = KEYS;

/** Of what was stored before a person said no; the page's memory keeps it. */
export function removeStored(): void {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // There is none.
  }
}

/** A visitor who asks not to be followed, or has not agreed to storage, has counters for this page alone. */
function mayRemember(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl !== true && doNotTrack !== '1' && mayStore();
}

/** localStorage where there is one and it may be used (privacy modes throw), the page's memory otherwise. */
export function recall<Value>(key: string, empty: Value): Value {
  try {
    const text = (mayRemember() ? localStorage.getItem(key) : null) ?? memory.get(key);
    const value: unknown = text === undefined ? null : JSON.parse(text);
    // Only what we wrote ourselves lies under our keys; anything else is started afresh.
    return value !== null && typeof value === 'object' ? (value as Value) : empty;
  } catch {
    const text = memory.get(key);
    return text === undefined ? empty : (JSON.parse(text) as Value);
  }
}

export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    if (mayRemember()) localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the memory holds it for this page.
  }
}
