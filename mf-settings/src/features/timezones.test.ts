import { timezoneOptions } from './timezones';

const labels = (at: string) =>
  new Map(timezoneOptions(new Date(at)).map(({ value, label }) => [value, label] as const));

test('UTC comes first and once', () => {
  const options = timezoneOptions(new Date());
  expect(options[0]).toEqual({ value: 'UTC', label: 'UTC' });
  expect(options.filter(({ value }) => value === 'UTC')).toHaveLength(1);
  expect(options.length).toBeGreaterThan(300);
});

test('the offset is that of the day, also where it is no whole hour', () => {
  expect(labels('2026-01-15T12:00:00Z').get('Europe/Berlin')).toBe('Europe/Berlin (+01:00)');
  expect(labels('2026-07-15T12:00:00Z').get('Europe/Berlin')).toBe('Europe/Berlin (+02:00)');
  expect(labels('2026-01-15T12:00:00Z').get('America/New_York')).toBe('America/New York (-05:00)');
  expect(
    labels('2026-01-15T12:00:00Z').get('Asia/Kolkata') ?? labels('2026-01-15T12:00:00Z').get('Asia/Calcutta'),
  ).toContain('(+05:30)');
  expect(labels('2026-01-15T12:00:00Z').get('Europe/London')).toBe('Europe/London (+00:00)');
});

test('a zone that the browser lists under another name, or not at all, can be chosen still', () => {
  const before = timezoneOptions(new Date()).length;
  const [utc, first] = timezoneOptions(new Date('2026-01-15T12:00:00Z'), 'Asia/Kathmandu');
  const listed = timezoneOptions(new Date(), 'Europe/Berlin');
  expect(utc?.value).toBe('UTC');
  expect(listed).toHaveLength(before);
  if (!Intl.supportedValuesOf('timeZone').includes('Asia/Kathmandu'))
    expect(first).toEqual({ value: 'Asia/Kathmandu', label: 'Asia/Kathmandu (+05:45)' });
});
