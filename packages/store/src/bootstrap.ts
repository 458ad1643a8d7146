import type { Bootstrap, PublicConfig } from '@ezdash/contracts';
import { DEFAULT_LOCALE } from '@ezdash/contracts/constants';

const fallbackConfig: PublicConfig = {
  app_name: 'EzDash',
  locales: [{ code: DEFAULT_LOCALE, name: 'English' }],
  broadcaster: null,
  demo: false,
  demo_property_url: null,
};

let known: Bootstrap | null = null;

/** What the server wrote into the page as JSON with id `bootstrap`: who is signed in, the set-up, the locale. */
export function bootstrap(): Bootstrap {
  if (known) return known;
  const text = typeof document === 'undefined' ? null : document.getElementById('bootstrap')?.textContent;
  try {
    known = text ? (JSON.parse(text) as Bootstrap) : null;
  } catch {
    known = null;
  }
  known ??= { config: fallbackConfig, user: null, locale: DEFAULT_LOCALE };
  return known;
}

export function useConfig(): PublicConfig {
  return bootstrap().config;
}

/** For tests: replaces what the page said. */
export function setBootstrap(next: Bootstrap | null): void {
  known = next;
}
