/**
 * The language Intl is asked for; the pseudo-locale is English. English has the network's own mix, so callers say
 * which: figures as in the United States, dates as in Britain ("21 Nov, 14:02").
 */
export function intlLocale(locale: string, english = 'en'): string {
  return locale === 'en' || locale === 'en-XA' ? english : locale;
}

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

// Making a formatter costs about fifty times what using it costs, and a table uses thousands.
function remember<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = cache.get(key);
  if (known) return known as T;
  const made = make();
  cache.set(key, made);
  return made;
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = intlLocale(locale, 'en-US');
  return remember(`n${name}${JSON.stringify(options)}`, () => new Intl.NumberFormat(name, options));
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = intlLocale(locale, 'en-GB');
  return remember(`d${name}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(name, options));
}

export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const name = intlLocale(locale, 'en-GB');
  return remember(`r${name}`, () => new Intl.RelativeTimeFormat(name, { numeric: 'auto' }));
}

/** The minus of typography, U+2212; Intl writes the hyphen of typewriters. */
export function trueMinus(text: string): string {
  return text.replace(/-/g, '−');
}
