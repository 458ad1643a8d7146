import { bankFile, inCents } from './bankFile';

const row = {
  id: 1001,
  publisher_id: 7,
  email: 'pay@site.test',
  company: '=Site, "Ltd"',
  country: 'DE',
  method_label: 'Test bank 3000',
  amount_micros: 1_250_010_000n,
  currency: 'USD',
  requested_at: new Date('2026-11-16T12:00:00Z'),
  decided_at: new Date('2026-11-17T09:00:00Z'),
};

it('names every payout with its exact amount, and runs nothing in a spreadsheet', () => {
  const [header, line, end] = bankFile([row as Parameters<typeof bankFile>[0][number]]).split('\r\n');
  expect(header).toBe(
    '\uFEFFend_to_end_id,publisher,email,company,country,bank_account,amount,currency,requested_at,approved_at',
  );
  expect(line).toBe(
    `po_10rt,u_1007,pay@site.test,"'=Site, ""Ltd""",DE,Test bank 3000,1250.01,USD,2026-11-16T12:00:00.000Z,2026-11-17T09:00:00.000Z`,
  );
  expect(end).toBe('');
});

it('runs nothing either where a spreadsheet divides at semicolons, as those of German computers do', () => {
  const company = 'Site;=HYPERLINK("http://evil.test")';
  const [, line] = bankFile([{ ...row, company } as Parameters<typeof bankFile>[0][number]]).split('\r\n');
  expect(line?.split(';').filter((cell) => cell.startsWith('='))).toEqual([]);
});

it.each([
  [10_000n, '0.01'],
  [1_000_000n, '1.00'],
  [99_999_999_990_000n, '99999999.99'],
])('writes %s micros as %s', (micros, text) => {
  expect(inCents(micros)).toBe(text);
});

it('refuses a part of a cent', () => {
  expect(() => inCents(10_001n)).toThrow('no whole cents');
});
