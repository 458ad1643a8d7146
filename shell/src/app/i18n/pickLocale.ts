import { DEFAULT_LOCALE } from '@ezdash/contracts/constants';

/** Where a language may come from, in the order of their weight; null where nothing is known. */
export interface LocaleHints {
  /** The signed-in person's setting. */
  userLocale: string | null;
  /** Local storage `selectedLocale`: chosen by hand in this browser. */
  selectedLocale: string | null;
  /** Local storage `ezdash_locale`: shown last in this browser. */
  storedLocale: string | null;
  /** The server's choice from Accept-Language. */
  acceptedLocale: string | null;
}

/** The first hint that the network speaks; English when there is none. */
export function pickLocale(hints: LocaleHints, offered: readonly string[]): string {
  const inOrder = [hints.userLocale, hints.selectedLocale, hints.storedLocale, hints.acceptedLocale];
  return inOrder.find((hint) => hint !== null && offered.includes(hint)) ?? DEFAULT_LOCALE;
}
