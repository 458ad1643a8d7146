import fc from 'fast-check';
import type { DocumentContent } from '../content';
import { renderDocument } from './renderDocument';
import { openPdf, textOf } from './textOf';

const CONTENT: DocumentContent = {
  version: 1,
  locale: 'en',
  title: 'Invoice',
  status: { text: 'Paid', tone: 'settled' },
  seller: {
    name: 'Meridian Ads Ltd',
    address: ['12 Harbour Street', '20457 Hamburg', 'Germany'],
    tax_id: 'DE123456789',
  },
  buyer: { name: 'Halden Outdoor AS', address: ['Ines Vidal', 'ines@halden.test', 'Norway'], tax_id: null },
  facts: [
    { label: 'Number', value: 'INV-2026-000001' },
    { label: 'Date', value: '22 November 2026' },
    { label: 'Paid on', value: '22 November 2026' },
    { label: 'Paid with', value: 'Visa 4242 (Stripe)' },
    { label: 'Payment', value: 'pay_rtm' },
    { label: 'Transaction', value: 'pi_3QK2yLkdIwHu7ix41rZ0r5nF' },
    { label: 'Customer', value: 'u_rtm' },
  ],
  lines: [
    {
      text: 'Advertising balance, prepaid',
      note: 'Spent on impressions, clicks and conversions; what is not spent can be refunded',
      amount: '1000000000',
    },
    { text: 'Payment fee, Stripe', note: null, amount: '15000000' },
  ],
  totals: [
    { label: 'Total', amount: '1015000000', strong: false },
    { label: 'Paid', amount: '1015000000', strong: true },
  ],
  box: null,
  notes: [
    'A bonus of $100.00 was added to the balance (promo code WINTER10). It is free of charge and no part of this amount.',
  ],
};
const print = (content: Partial<DocumentContent> = {}) =>
  renderDocument({
    number: 'INV-2026-000001',
    currency: 'USD',
    issuedAt: new Date('2026-11-22T10:00:00Z'),
    content: { ...CONTENT, ...content },
  });

it('shows everything that the document holds', async () => {
  const { text, pages } = await textOf(await print());
  expect(pages).toBe(1);
  for (const said of [
    'Meridian Ads Ltd',
    'DE123456789',
    'Halden Outdoor AS',
    'Norway',
    'INV-2026-000001',
    'Visa 4242 (Stripe)',
    'Advertising balance, prepaid',
    '$1,000.00',
    '$15.00',
    '$1,015.00',
    'promo code WINTER10',
    'Page 1 of 1',
  ])
    expect(text).toContain(said);
});

it('is the same to the byte whenever it is made', async () => {
  const first = await print();
  expect(first.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
  expect((await print()).equals(first)).toBe(true);
  expect((await print({ title: 'Another' })).equals(first)).toBe(false);
});

it('says what it is, whose, of when and in which language, and is tagged for who reads by ear', async () => {
  const pdf = await openPdf(await print({ locale: 'de' }));
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({
    Title: 'Invoice INV-2026-000001',
    Author: 'Meridian Ads Ltd',
    Language: 'de',
    CreationDate: expect.stringContaining('20261122100000'),
  });
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
  for (const role of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD'])
    expect(tree).toContain(`"role":"${role}"`);
});

it('goes on to further pages with its table head and numbers them', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => ({
    text: `Line ${index + 1} of the statement`,
    note: index % 3 === 0 ? 'With a note below it' : null,
    amount: String(index * 1_000_001),
  }));
  const { text, pages } = await textOf(await print({ lines }));
  expect(pages).toBeGreaterThan(3);
  expect(text.split('Description')).toHaveLength(pages + 1);
  expect(text).toContain(`Page ${pages} of ${pages}`);
  for (const { text: line } of lines) expect(text).toContain(line);
  expect(text).toContain('$89.000089');
});

it('writes amounts as the language does', async () => {
  const { text } = await textOf(
    await print({ locale: 'de', lines: [{ text: 'x', note: null, amount: '-1234567800001' }] }),
  );
  expect(text.replaceAll(' ', ' ')).toContain('−1.234.567,800001 $');
});

it.each([
  ['Greek', 'Αθηναϊκή Διαφήμιση'],
  ['Cyrillic', 'Северная Реклама'],
  ['Hebrew', 'חברת פרסום'],
  ['Arabic', 'شركة الإعلان'],
  ['what the font lacks', '株式会社 🎉 \u{1F9D1}‍\u{1F680} ﷽'],
  ['control signs', 'A\u0000B\u0007C\u2028D\uD800'],
  ['very long words', 'W'.repeat(3_000)],
  ['very many words', 'word '.repeat(2_000)],
])('bears names in %s', async (_what, name) => {
  const pdf = await print({
    seller: { name, address: [name, name], tax_id: name },
    buyer: { name, address: [name], tax_id: name },
    lines: [{ text: name, note: name, amount: '1' }],
  });
  const { text, pages } = await textOf(pdf);
  expect(pages).toBeLessThanOrEqual(2);
  expect(text).toContain('INV-2026-000001');
});

it('bears whatever people call themselves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme' }),
      async (one, two) => {
        const name = `${one}${two}`;
        const pdf = await print({
          buyer: { name, address: [two, one], tax_id: one },
          facts: [{ label: 'Number', value: name }],
          lines: [{ text: name, note: two, amount: '1' }],
          notes: [name],
        });
        expect(pdf.subarray(-6).toString('latin1')).toContain('%%EOF');
      },
    ),
    { numRuns: 60 },
  );
});
