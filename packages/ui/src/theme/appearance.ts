import { APPEARANCE_COOKIE_DAYS, STORAGE_KEYS, THEMES } from '@ezdash/contracts/constants';

/** What a person chooses; `system` follows the device and is the default. */
export type Theme = (typeof THEMES)[number];
/** What is painted. */
export type ColorScheme = 'light' | 'dark';

const KEY = STORAGE_KEYS.appearance;
const DARK_MEDIA = '(prefers-color-scheme: dark)';
const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';
const SECONDS_A_DAY = 86_400;

const listeners = new Set<() => void>();
let following: MediaQueryList | undefined;

function isTheme(text: string | null | undefined): text is Theme {
  return (THEMES as readonly (string | null | undefined)[]).includes(text);
}

function fromStorage(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null; // refused by the browser: the cookie still knows
  }
}

function fromCookie(): string | undefined {
  // A build that draws a page has neither.
  if (typeof document === 'undefined') return undefined;
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${KEY}=`));
  return entry?.slice(KEY.length + 1);
}

/** The chosen theme: storage first, then the cookie, `system` when nothing (or nonsense) is stored. */
export function getAppearance(): Theme {
  const stored = fromStorage();
  if (isTheme(stored)) return stored;
  const sent = fromCookie();
  return isTheme(sent) ? sent : 'system';
}

/** The scheme that the chosen theme means on this device right now. */
export function getColorScheme(theme: Theme = getAppearance()): ColorScheme {
  if (theme !== 'system') return theme;
  return window.matchMedia(DARK_MEDIA).matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, getColorScheme());
  for (const listener of listeners) listener();
}

/** Stores the theme under the key and the cookie `appearance` (365 days, so that the server knows it) and paints it. */
export function setAppearance(theme: Theme): void {
  try {
    window.localStorage.setItem(KEY, theme);
  } catch {
    // Storage is refused: the cookie below keeps the choice.
  }
  const maxAge = APPEARANCE_COOKIE_DAYS * SECONDS_A_DAY;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and on plain http
  document.cookie = `${KEY}=${theme}; path=/; max-age=${maxAge}; SameSite=Lax${secure}`;
  apply();
}

function onStorage(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) apply();
}

/** Calls back whenever theme or scheme change: here, in another tab, or by the system. Answers how to stop. */
export function subscribeToAppearance(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    following = window.matchMedia(DARK_MEDIA);
    following.addEventListener('change', apply);
    window.addEventListener('storage', onStorage);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    following?.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
}
