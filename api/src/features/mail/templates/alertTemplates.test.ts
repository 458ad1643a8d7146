import { renderMail } from '../renderMail';
import { TEST_DATA, TEST_SITE } from '../testMails';
import type { TemplateData } from './templates';
import { wordsOf } from './words';

const textOf = <Name extends keyof TemplateData>(template: Name, data: TemplateData[Name], locale = 'en') =>
  renderMail(TEST_SITE, { template, locale, data }).text;

test.each([
  ['en', 1_234_567_890_000, '$1,234,567.89'],
  ['en', 0, '$0.00'],
  ['en', 10_000, '$0.01'],
  ['de', 1_250_000_000, '1.250,00\u00a0$'],
  ['en', Number.MAX_SAFE_INTEGER, '$9,007,199,254.74'],
] as const)('in %s, %i micros are %s', (locale, micros, expected) => {
  expect(wordsOf(locale).money(micros)).toBe(expected);
});

test('an approved campaign says from when it runs', () => {
  const data = TEST_DATA['campaign-approved'];
  expect(textOf('campaign-approved', data)).toContain('Starts: 1 December 2026 at 01:00 CET');
  const at = { ...data, startsAt: null };
  expect(textOf('campaign-approved', at)).toContain('Starts: 21 November 2026 at 14:02 CET');
  expect(textOf('campaign-approved', at)).toMatch(/from\s+now\s+on/);
});

test('a rejected one says every reason, with the reviewer’s words when there are some', () => {
  const data = TEST_DATA['campaign-rejected'];
  const text = textOf('campaign-rejected', data, 'de');
  expect(text).toContain('> Die Zielseite funktioniert nicht\n> Schwaches Bild oder schwacher Text');
  expect(text).toContain('> The page answers with an error.');
  const short = textOf('campaign-rejected', { ...data, reasons: ['rights'], message: '' });
  expect(short).toContain('> Rights of others\n\n');
});

test.each([
  ['daily-budget', 50_000_000, 'Daily budget: $50.00', 'raise the daily budget'],
  ['total-budget', 900_000_000, 'Total budget: $900.00', 'raise the total budget'],
  ['ended', null, 'Stopped: 1 December 2026', 'set a later end'],
] as const)('a stopped one says why (%s) and what to do', (why, budgetMicros, figure, advice) => {
  const resumesAt = why === 'daily-budget' ? '2026-12-02T00:00:00Z' : null;
  const text = textOf('campaign-paused', { ...TEST_DATA['campaign-paused'], why, budgetMicros, resumesAt });
  expect(text).toContain(figure);
  expect(text.replaceAll('\n', ' ')).toContain(advice);
  expect(text.includes('Resumes: ')).toBe(why === 'daily-budget');
});

test.each([
  [
    {},
    'spent $49.99 of its daily budget of $50.00; less than the lowest price of one event ($0.0025) is left',
  ],
  [{ why: 'total-budget' }, 'spent $49.99 of its total budget of $50.00; less than'],
  [{ lowestMicros: undefined }, 'What is left of your campaign’s daily budget does not pay for another bid'],
  [{ why: 'ended', budgetMicros: null }, 'has reached its end'],
] as const)('a stopped one says the cause with figures (%j)', (given, words) => {
  const data = { ...TEST_DATA['campaign-paused'], spendMicros: 49_990_000, lowestMicros: 2_500, ...given };
  expect(textOf('campaign-paused', data).replaceAll('\n', ' ')).toContain(words);
});

test('low funds say for how long they last', () => {
  const data = TEST_DATA['funds-low'];
  expect(textOf('funds-low', data)).toContain('Lasts for: 2.5 days');
  expect(textOf('funds-low', data, 'de')).toContain('Reicht für: 2,5 Tage');
  expect(textOf('funds-low', { ...data, daysLeft: 0.4 })).toContain('Lasts for: less than a day');
});

test('funds that are out name the campaigns', () => {
  expect(textOf('funds-out', TEST_DATA['funds-out'])).toContain('> Spring sale\n> Bikes\n> and 3 more');
  expect(textOf('funds-out', { ...TEST_DATA['funds-out'], more: 0 })).not.toContain('more');
});

test('a digest has a table of each subject, oldest first, and the reader’s own hours', () => {
  const text = textOf('alert-digest', TEST_DATA['alert-digest']);
  const at = (line: string) => text.indexOf(line);
  expect(text).toContain('20 Nov, 14:02: Spring sale was approved.');
  expect(at('Campaigns')).toBeGreaterThan(0);
  expect(at('Spring sale was approved')).toBeLessThan(at('Bikes stopped'));
  expect(at('Bikes stopped')).toBeLessThan(at('Funds'));
  expect(text.replaceAll('\n', ' ')).toContain('The balance of $61.25 lasts for 2.5 days.');
  expect(text).toContain('https://ads.example/advertiser/dashboard');
  expect(textOf('alert-digest', TEST_DATA['alert-digest'], 'de')).toContain('Spring sale wurde freigegeben.');
});

test('an operator’s digest says that a customer is waiting, and leads to the conversations', () => {
  const at = '2026-11-16T12:00:00.000Z';
  const text = textOf('alert-digest', {
    items: [{ event: 'support_asked', at, data: { conversation_id: 'cn_1k7a', waiting_since: at } }],
    more: 0,
    role: 'admin',
    timeZone: 'UTC',
  });
  expect(text).toContain('A customer is waiting for an answer');
  expect(text).toContain('/admin/conversations');
});

test('a digest says how many there is no room for, and takes nothing that is no alert’s', () => {
  const data = { ...TEST_DATA['alert-digest'], more: 1_204 };
  expect(textOf('alert-digest', data)).toContain('And 1,204 more');
  const [first] = data.items;
  const wrong = { ...data, items: [{ event: 'campaign_approved', at: first?.at ?? '', data: {} }] };
  expect(() => textOf('alert-digest', wrong as typeof data)).toThrow('does not take this');
  expect(() => textOf('alert-digest', { ...data, items: [] })).toThrow('does not take this');
});

test('an answer of support may be a file alone, of nobody by name', () => {
  const data = { ...TEST_DATA['support-answered'], author: '', excerpt: '' };
  expect(textOf('support-answered', data)).toContain('EzDash wrote:');
  expect(textOf('support-answered', data)).toContain('/help?conversation=cn_1k7a');
});
