import { createContext } from 'react';

export interface LocaleSetting {
  /** BCP 47, as the person chose it; the pseudo-locale `en-XA` formats as English. */
  locale: string;
  /** IANA name. */
  timezone: string;
}

/** The language and zone every figure and date of the page is written in. */
export const LocaleContext = createContext<LocaleSetting>({ locale: 'en', timezone: 'UTC' });
