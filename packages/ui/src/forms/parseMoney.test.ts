import { type AmountUnit, amountText, moneyInputText, parseAmount } from './parseMoney';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const NUMBERING_SYSTEMS = Intl.supportedValuesOf('numberingSystem');

/** Every language that Intl has data for. */
const LANGUAGES = Intl.NumberFormat.supportedLocalesOf([
  ...PAIRS,
  ...PAIRS.flatMap((pair) => LETTERS.map((third) => pair + third)),
]).filter((tag) => !tag.includes('-'));

/** Those that Intl has data of their own for, not what a wider one lends them. */
function known(tags: readonly string[]): string[] {
  return tags.filter((tag) => new Intl.NumberFormat(tag).resolvedOptions().locale === tag);
}

function everyLocale(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = [
    ...PAIRS.map((pair) => pair.toUpperCase()).filter((code) => names.of(code)),
    '001',
    '150',
    '419',
  ];
  const scripts = [
    'Adlm',
    'Arab',
    'Beng',
    'Cyrl',
    'Deva',
    'Guru',
    'Hans',
    'Hant',
    'Latn',
    'Olck',
    'Tfng',
    'Vaii',
  ];
  const written = LANGUAGES.flatMap((language) => [
    language,
    ...known(scripts.map((script) => `${language}-${script}`)),
  ]);
  return written.flatMap((tag) => [tag, ...known(regions.map((region) => `${tag}-${region}`))]);
}

const AMOUNTS = [
  1n,
  425n,
  50_000n,
  425_000n,
  999_999n,
  1_000_000n,
  1_250_400_000n,
  9_999_990_000n,
  12_345_678_900n,
  250_000_000_000n,
  1_234_567_891_234n,
  1_000_000_000_000_000n,
] as const;

const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
const currency = { ...digits, style: 'currency', currency: 'USD' } as const;
const FORMS: Readonly<Record<string, readonly [AmountUnit, Intl.NumberFormatOptions]>> = {
  number: ['none', digits],
  ungrouped: ['USD', { ...digits, useGrouping: false }],
  percent: ['%', { ...digits, style: 'percent' }],
  symbol: ['USD', { ...currency, currencyDisplay: 'symbol' }],
  narrowSymbol: ['USD', { ...currency, currencyDisplay: 'narrowSymbol' }],
  code: ['USD', { ...currency, currencyDisplay: 'code' }],
};

function decimal(micros: bigint): `${number}` {
  const sign = micros < 0n ? '-' : '';
  const text = String(micros < 0n ? -micros : micros).padStart(7, '0');
  return `${sign}${text.slice(0, -6)}.${text.slice(-6)}` as `${number}`;
}

/** What does not come back as it was written. */
function lost(locales: readonly string[], amounts: readonly bigint[], names = Object.keys(FORMS)): string[] {
  const wrong: string[] = [];
  for (const locale of locales)
    for (const name of names) {
      const [unit, options] = FORMS[name] ?? [];
      const format = new Intl.NumberFormat(locale, options);
      for (const amount of amounts) {
        // A share of one is written as percents.
        const text = format.format((unit === '%' ? `${decimal(amount)}E-2` : decimal(amount)) as `${number}`);
        const { micros } = parseAmount(text, locale, unit);
        if (micros !== amount) wrong.push(`${locale} ${name} ${amount}: ${text} read as ${micros}`);
      }
    }
  return wrong;
}

test('what Intl writes in any locale is read back to the micro, with and without a minus', () => {
  const locales = everyLocale();
  expect(locales.length).toBeGreaterThan(700);
  expect(lost(locales, [...AMOUNTS, -12_345_678_900n])).toEqual([]);
});

test('so it is with the digits of every script, in every language', () => {
  const locales = LANGUAGES.flatMap((language) =>
    NUMBERING_SYSTEMS.map((script) => `${language}-u-nu-${script}`),
  );
  expect(locales.length).toBeGreaterThan(10_000);
  expect(lost(locales, [1_234_567_891_234n], ['number'])).toEqual([]);
});

test.each([
  ['12.5', 'en', 12_500_000n],
  ['.05', 'en', 50_000n],
  ['3', 'en', 3_000_000n],
  ['$1,250.40', 'en', 1_250_400_000n],
  ['1250.40 usd', 'en', 1_250_400_000n],
  ['US$ 5', 'en', 5_000_000n],
  [' 5 ', 'en', 5_000_000n],
  ['-$2', 'en', -2_000_000n],
  ['$−2', 'en', -2_000_000n],
  ['+2', 'en', 2_000_000n],
  ['0.000001', 'en', 1n],
  ['0', 'en', 0n],
  ['1.250,40', 'de', 1_250_400_000n],
  ['1.250', 'de', 1_250_000_000n],
  ['0,425 $', 'de', 425_000n],
  ['12,34,567.5', 'en-IN', 1_234_567_500_000n],
  ['12,34,567.5', 'hi-IN', 1_234_567_500_000n],
  ['1234,5', 'es', 1_234_500_000n],
  ['12.345,5', 'es', 12_345_500_000n],
  ['12 345,5', 'pl', 12_345_500_000n],
  ['12\u00a0345,5', 'pl', 12_345_500_000n],
  ['1 234,5', 'fr', 1_234_500_000n],
  ['1\u202f234,5', 'fr', 1_234_500_000n],
  ['1\u2009234,5', 'fr', 1_234_500_000n],
  ["1'250.40", 'de-CH', 1_250_400_000n],
  ['1’250.40', 'de-CH', 1_250_400_000n],
  ['١٬٢٥٠٫٤', 'ar-EG', 1_250_400_000n],
  ['1,250.4', 'ar-EG', 1_250_400_000n],
  ['\u200f١٫٥ US$', 'ar-EG', 1_500_000n],
  ['१२,३४,५६७.५', 'mr', 1_234_567_500_000n],
  ['১২,৩৪,৫৬৭.৫', 'bn', 1_234_567_500_000n],
  ['۱٬۲۵۰٫۴', 'fa', 1_250_400_000n],
  ['١٫٥', 'en', 1_500_000n],
] as const)('%s in %s is %s micros', (text, locale, micros) => {
  expect(parseAmount(text, locale)).toEqual({ micros });
});

/** Text → what could have been meant, as the page would write it. */
const MALFORMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    '0.425': '0,425 or 425',
    '0.001': '0,001 or 1',
    '250,000.00': '250.000 or 250',
    '12.5': '12,5 or 125',
    '1.25': '1,25 or 125',
    '1.2500': '1,25 or 12.500',
    '00.425': '0,425 or 425',
    '1.250.40': '1.250,4 or 125.040',
    '1,250,400': '1.250,4 or 1.250.400',
    '1.250,40.': '125.040 or 1.250,4',
    ',': '',
    '5,': '5',
    '.5': '0,5 or 5',
    '1 250': '1.250',
    "1'250": '1.250',
  },
  en: {
    '250.000,00': '250,000 or 250',
    '1.000,50': '1,000.5 or 1.0005',
    ',5': '0.5 or 5',
    '0,425': '0.425 or 425',
    '12,5': '12.5 or 125',
    '1,25': '1.25 or 125',
    '12,34': '12.34 or 1,234',
    '1,2345': '1.2345 or 12,345',
    '1,250,40': '1,250.4 or 125,040',
    ',250': '0.25 or 250',
    '1,,250': '1.25 or 1,250',
    '1250,000': '1,250 or 1,250,000',
    '12,34,567.5': '1,234,567.5 or 12,345,675',
    '1.2.3': '12.3 or 123',
    '1..2': '1.2 or 12',
    '5.': '5',
    '5,': '5',
    '.': '',
    '.,5': '0.5 or 5',
    '007': '7',
    '01.5': '1.5 or 15',
    '00': '0',
    '1 250': '1,250',
    '1 2': '12',
    "1'250": '1,250',
    '1.0000001': '10,000,001',
    '0.0000001': '1',
    '٣,٥': '3.5 or 35',
  },
  es: { '1.234': '1,234 or 1234', '1.234,5': '1234,5 or 12.345', '0.5': '0,5 or 5' },
  pl: { '1 234': '1234', '1.234': '1,234 or 1234', '0 425': '425' },
  fr: { '1.5': '1,5 or 15', '0 425': '425', '1 25': '125', '1.250,40': '1\u202f250,4 or 125\u202f040' },
  'en-IN': {
    '1,234,567': '1,234.567 or 12,34,567',
    '123,456': '123.456 or 1,23,456',
    '0,42,500': '42.5 or 42,500',
  },
  'de-CH': { '0’425': '425', "1'25": '125', '1,5': '1.5 or 15' },
  'ar-EG': { '٠٬٤٢٥': '٠٫٤٢٥ or ٤٢٥', '١,٥': '١٫٥ or ١٥', '٠,٤٢٥': '٠٫٤٢٥ or ٤٢٥' },
};
const NO_AMOUNTS = [
  ...[
    '',
    ' ',
    'ten',
    '$',
    'USD',
    '-',
    '+',
    '%',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    '1_000',
    '1/2',
    '=1+1',
    '1;5',
  ],
  ...[
    '--5',
    '+-5',
    '5-',
    '-5-',
    '(5)',
    '$5$',
    '$ USD 5',
    '5 $ 5',
    '5 5 $',
    '€5',
    '5 EUR',
    '£5',
    '5%',
    '5k',
    '5 CPM',
  ],
  ...['1٢3', '1२', '5\u200e5', '½', '²', '5\n5', '$-', '1$5', '9'.repeat(61), 'null', '[5]', '5..', '1.-5'],
];

test('a sweep of malformed amounts is refused in its language, with what could have been meant', () => {
  const cases = Object.entries(MALFORMED).flatMap(([locale, texts]) =>
    Object.entries(texts).map(([text, meant]) => ({ locale, text, meant })),
  );
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const told = cases.map(({ locale, text }) => {
    const read = parseAmount(text, locale);
    if (read.micros !== null) return { locale, text, meant: `taken as ${read.micros}` };
    const meant = read.readings.map((micros) => amountText(micros, locale));
    return { locale, text, meant: meant.join(' or ') };
  });
  expect(told).toEqual(cases);
});

test.each(['en', 'de', 'es', 'fr', 'en-IN', 'de-CH', 'ar-EG', 'pt-BR'])(
  'nothing that is no amount is taken in %s',
  (locale) => {
    expect(NO_AMOUNTS.filter((text) => parseAmount(text, locale).micros !== null)).toEqual([]);
  },
);

test.each(['en', 'de', 'es', 'fr', 'pl', 'en-IN', 'ar-EG'])(
  'each reading that is offered in %s can be typed',
  (locale) => {
    for (const texts of Object.values(MALFORMED))
      for (const text of Object.keys(texts)) {
        const read = parseAmount(text, locale);
        for (const micros of read.micros === null ? read.readings : [])
          expect(parseAmount(amountText(micros, locale), locale)).toEqual({ micros });
      }
  },
);

test('amounts become what a person would type', () => {
  expect(moneyInputText(12_500_000, 'en', 2)).toBe('12.50');
  expect(moneyInputText(282_500, 'en', 4)).toBe('0.2825');
  expect(moneyInputText(1_250_400_000, 'de', 2)).toBe('1250,40');
  expect(moneyInputText(1_250_400_000, 'de', 2, true)).toBe('1.250,40');
  expect(moneyInputText(null, 'en', 2)).toBe('');
});
