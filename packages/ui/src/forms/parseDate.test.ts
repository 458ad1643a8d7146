import { dateInputText, datePattern, parseDate } from './parseDate';

test.each([
  ['21.11.2026, 08:30', 'de', '2026-11-21T08:30'],
  ['1.2.27 9:05', 'de', '2027-02-01T09:05'],
  ['21.11.2026', 'de', '2026-11-21T00:00'],
  ['2026-11-21 08:30', 'de', '2026-11-21T08:30'],
  ['2026-11-21, 08:30', 'en', '2026-11-21T08:30'],
  ['2026/11/21 12:15 am', 'en', '2026-11-21T00:15'],
  ['2026-11-21 1:15 PM', 'en', '2026-11-21T13:15'],
  ['29.02.2028', 'de', '2028-02-29T00:00'],
])('%s in %s', (text, locale, value) => {
  expect(parseDate(text, locale, true)).toBe(value);
});

test.each([
  ['31.11.2026', 'de'],
  ['29.02.2027', 'de'],
  ['21.13.2026', 'de'],
  ['21.11.2026 24:00', 'de'],
  ['21.11.2026 08:60', 'de'],
  ['2026-11-21 13:15 pm', 'en'],
  ['21.11.', 'de'],
  ['21.11.2026 08:30:15.5', 'de'],
  ['tomorrow', 'en'],
  ['', 'en'],
  ['21.11.1987', 'de'],
])('%s in %s is no time', (text, locale) => {
  expect(parseDate(text, locale, true)).toBeNull();
});

test('a day without a time takes none', () => {
  expect(parseDate('21.11.2026', 'de', false)).toBe('2026-11-21');
  expect(parseDate('21.11.2026 08:30', 'de', false)).toBeNull();
});

test('written as it is read', () => {
  for (const locale of ['en', 'en-XA', 'de', 'fr', 'sv']) {
    const text = dateInputText('2026-12-01T08:30', locale);
    expect(parseDate(text, locale, true)).toBe('2026-12-01T08:30');
  }
  expect(dateInputText('2026-12-01T08:30', 'de')).toBe('01.12.2026, 08:30');
  expect(dateInputText('2026-12-01', 'en')).toBe('2026-12-01');
  expect(dateInputText('what was typed', 'de')).toBe('what was typed');
  expect(datePattern('de')).toEqual({ parts: ['day', 'month', 'year'], mark: '.' });
});
