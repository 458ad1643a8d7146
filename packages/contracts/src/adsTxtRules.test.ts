import fc from 'fast-check';
import {
  adsTxtLine,
  findAdsTxtSeller,
  MOST_ADS_TXT_LINE,
  MOST_ADS_TXT_LINES,
  mergeAdsTxt,
  parseAdsTxt,
} from './adsTxtRules';

const US = { domain: 'ads.example.net', sellerId: 'u_1ab2' };
const LINE = 'ads.example.net, u_1ab2, DIRECT';
const statusOf = (text: string) => findAdsTxtSeller(parseAdsTxt(text), US);

describe('files as the specification describes them', () => {
  test('a comment goes on to the end of its line, whatever stands in it', () => {
    const text = `${LINE} # ours\u2028or so\u2029, see; there\nredssp.com, 5, DIRECT; more\u2028of it`;
    const { records, badLineCount } = parseAdsTxt(text);
    expect(records.map(({ relationship }) => relationship)).toEqual(['DIRECT', 'DIRECT']);
    expect(badLineCount).toBe(0);
  });

  test('a single system, sold directly', () => {
    expect(parseAdsTxt('greenadexchange.com,XF7342,DIRECT,5jyxf8k54').records).toEqual([
      {
        line: 1,
        domain: 'greenadexchange.com',
        sellerId: 'XF7342',
        relationship: 'DIRECT',
        certificationId: '5jyxf8k54',
      },
    ]);
  });

  test('several systems, with comments, a contact and a subdomain', () => {
    const text = [
      '# Ads.txt file for example.com:',
      'greenadexchange.com, 12345, DIRECT, d75815a79 # banner, video',
      'blueadexchange.com, XF436, DIRECT',
      '',
      'redssp.com, 57013, RESELLER;extension=data, and more',
      'subdomain=divisionone.example.com',
      'contact=adops@example.com',
      'CONTACT=https://example.com/adops',
    ].join('\n');
    const { records, variables, badLineCount } = parseAdsTxt(text);
    expect(records.map(({ line, domain, relationship }) => [line, domain, relationship])).toEqual([
      [2, 'greenadexchange.com', 'DIRECT'],
      [3, 'blueadexchange.com', 'DIRECT'],
      [5, 'redssp.com', 'RESELLER'],
    ]);
    expect(variables).toEqual([
      { line: 6, name: 'SUBDOMAIN', value: 'divisionone.example.com', country: null },
      { line: 7, name: 'CONTACT', value: 'adops@example.com', country: null },
      { line: 8, name: 'CONTACT', value: 'https://example.com/adops', country: null },
    ]);
    expect(badLineCount).toBe(0);
  });

  test('owner, managers by country, and partners for inventory (1.1)', () => {
    const text =
      'OWNERDOMAIN=Example.com\nMANAGERDOMAIN=sales.example, us\nmanagerdomain = other.example\nINVENTORYPARTNERDOMAIN=partner.example';
    expect(parseAdsTxt(text).variables).toEqual([
      { line: 1, name: 'OWNERDOMAIN', value: 'example.com', country: null },
      { line: 2, name: 'MANAGERDOMAIN', value: 'sales.example', country: 'US' },
      { line: 3, name: 'MANAGERDOMAIN', value: 'other.example', country: null },
      { line: 4, name: 'INVENTORYPARTNERDOMAIN', value: 'partner.example', country: null },
    ]);
  });

  test('nobody may sell: the placeholder is no system', () => {
    const parsed = parseAdsTxt('placeholder.example.com, placeholder, DIRECT, placeholder');
    expect(parsed).toMatchObject({ records: [], placeholderLine: 1, badLineCount: 0 });
  });

  test('a variable that 1.1 does not know is passed over, and so is an empty file', () => {
    expect(parseAdsTxt('FUTURE=thing\n')).toMatchObject({ variables: [], badLineCount: 0 });
    expect(parseAdsTxt('')).toMatchObject({ records: [], badLineCount: 0 });
  });
});

test.each([
  ['a mark of the byte order', `\uFEFF${LINE}`],
  ['line ends of old machines', `# one\r${LINE}\r# three`],
  ['line ends of Windows', `# one\r\n${LINE}\r\n`],
  ['tabs and wide spaces', 'ads.example.net\t,\u00A0u_1ab2 ,\u3000DIRECT\u00A0'],
  ['letters large and small', 'ADS.Example.NET, u_1ab2, direct'],
  ['a comment behind it', `${LINE}# ours`],
  ['something of others behind it', `${LINE};x=1,2`],
  ['a certification id', `${LINE}, f08c47fec0942fa0`],
  ['a dot at the end of the name', 'ads.example.net., u_1ab2, DIRECT'],
  ['a reseller line besides', `ads.example.net, u_1ab2, RESELLER\n${LINE}`],
])('our line is found with %s', (_what, text) => {
  expect(statusOf(text).status).toBe('present');
});

test.each([
  ['as a reseller', 'ads.example.net, u_1ab2, RESELLER', 'wrong-relationship', 1],
  ['with another account', '#\nads.example.net, u_9zz9, DIRECT', 'wrong-seller-id', 2],
  ['with the account in large letters', 'ads.example.net, U_1AB2, DIRECT', 'wrong-seller-id', 1],
  ['in a comment', `# ${LINE}`, 'missing', null],
  ['without a relationship', 'ads.example.net, u_1ab2', 'missing', null],
  ['with a relationship nobody knows', 'ads.example.net, u_1ab2, BOTH', 'missing', null],
  ['behind a semicolon', `x; ${LINE}`, 'missing', null],
  ['with semicolons between its fields', 'ads.example.net; u_1ab2; DIRECT', 'missing', null],
  ['on a domain that ends like ours', 'badads.example.net, u_1ab2, DIRECT', 'missing', null],
  ['not at all', 'other.example, 1, DIRECT', 'missing', null],
])('our line stands there %s', (_what, text, status, line) => {
  expect(statusOf(text)).toEqual({ status, line });
});

test('what is neither a record nor a variable is counted, with its lines', () => {
  const text =
    'hello\nexample.com, , DIRECT\nexample, 1, DIRECT\nOWNERDOMAIN=\nexample.com, a b, DIRECT\n,,,\n';
  expect(parseAdsTxt(text)).toMatchObject({ records: [], badLines: [1, 2, 3, 4, 5, 6], badLineCount: 6 });
});

test('the same said again counts once, and is told', () => {
  const parsed = parseAdsTxt('a.example, 1, DIRECT\nA.example,1,direct\na.example, 1, RESELLER');
  expect(parsed.records.map(({ line }) => line)).toEqual([1, 3]);
  expect(parsed.duplicateLines).toEqual([2]);
});

test('neither long lines nor many of them are looked at without end', () => {
  const long = `a.example, 1, DIRECT, ${'x'.repeat(MOST_ADS_TXT_LINE)}`;
  expect(parseAdsTxt(`${long}\n${LINE}`)).toMatchObject({ badLines: [1], isCut: false });
  expect(parseAdsTxt(`#${'x'.repeat(MOST_ADS_TXT_LINE)}`).badLineCount).toBe(0);
  const many = parseAdsTxt(`${'a.example, 1, DIRECT\n'.repeat(MOST_ADS_TXT_LINES)}${LINE}`);
  expect(many.isCut).toBe(true);
  expect(many.records).toHaveLength(1);
  expect(many.duplicateLines).toHaveLength(100);
});

describe('a file with our line in it', () => {
  test.each([
    ['of nothing', '', `${LINE}\n`, 'added'],
    [
      'with other systems',
      'a.example, 1, DIRECT\nCONTACT=x\n\n',
      `a.example, 1, DIRECT\nCONTACT=x\n${LINE}\n`,
      'added',
    ],
    [
      'of Windows',
      'a.example, 1, DIRECT\r\nb.example, 2, RESELLER',
      `a.example, 1, DIRECT\r\nb.example, 2, RESELLER\r\n${LINE}\r\n`,
      'added',
    ],
    [
      'that calls us a reseller',
      `a.example, 1, DIRECT\nads.example.net, u_1ab2, RESELLER # them\nb.example, 2, DIRECT\n`,
      `a.example, 1, DIRECT\n${LINE} # them\nb.example, 2, DIRECT\n`,
      'corrected',
    ],
    [
      'that lets nobody sell',
      '# none\nplaceholder.example.com, placeholder, DIRECT, placeholder\n',
      `# none\n${LINE}\n`,
      'added',
    ],
    [
      'with another account of ours',
      'ads.example.net, u_9zz9, DIRECT\n',
      `ads.example.net, u_9zz9, DIRECT\n${LINE}\n`,
      'added',
    ],
    ['that has it', `x\n${LINE}`, `x\n${LINE}`, 'none'],
  ])('%s', (_what, before, text, change) => {
    expect(mergeAdsTxt(before, US)).toEqual({ text, change });
  });
});

/** Letters that mean something in a file, and some that should not. */
const odd = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...['\n', '\r', '\r\n', ',', ';', '#', '=', ' ', '\t', '\uFEFF', '\u0000', '\uFFFD', '\u2028'],
      ...[
        'ads.example.net',
        'u_1ab2',
        'DIRECT',
        'reseller',
        'OWNERDOMAIN',
        'example.com',
        'placeholder.example.com',
      ],
    ),
    fc.string({ maxLength: 6, unit: 'binary' }),
  ),
  { maxLength: 60 },
);

test('whatever stands in a file, it is read, and the merged file has our line and all that was there before', () => {
  fc.assert(
    fc.property(odd, (pieces) => {
      const text = pieces.join('');
      const before = parseAdsTxt(text);
      for (const { domain, sellerId, line } of before.records) {
        expect(domain).toBe(domain.toLowerCase());
        expect(sellerId).not.toMatch(/[\s,;#]|^$/);
        expect(line).toBeGreaterThan(0);
      }
      const merged = mergeAdsTxt(text, US);
      const after = parseAdsTxt(merged.text);
      expect(findAdsTxtSeller(after, US).status).toBe('present');
      expect(mergeAdsTxt(merged.text, US)).toEqual({ text: merged.text, change: 'none' });
      const keys = (parsed: typeof before) =>
        new Set(
          parsed.records
            .filter(({ domain, sellerId }) => domain !== US.domain || sellerId !== US.sellerId)
            .map(({ domain, sellerId, relationship }) => `${domain} ${sellerId} ${relationship}`),
        );
      expect(keys(after)).toEqual(keys(before));
      expect(after.variables.map(({ name, value }) => [name, value])).toEqual(
        before.variables.map(({ name, value }) => [name, value]),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('records written in any way come back as they were meant', () => {
  const blank = fc.constantFrom('', ' ', '\t', ' \t ');
  const record = fc.record({
    domain: fc.stringMatching(/^[a-z][a-z0-9]{0,10}\.(com|example|co\.uk)$/),
    sellerId: fc.stringMatching(/^[A-Za-z0-9_.:/-]{1,20}$/),
    relationship: fc.constantFrom('DIRECT' as const, 'RESELLER' as const),
    certificationId: fc.option(fc.stringMatching(/^[a-f0-9]{4,16}$/)),
  });
  fc.assert(
    fc.property(
      record,
      fc.array(blank, { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      (given, gaps, isLow) => {
        const relation = isLow ? given.relationship.toLowerCase() : given.relationship;
        const fields = [given.domain, given.sellerId, relation, given.certificationId].filter(
          (x) => x !== null,
        );
        const text = fields
          .map((field, index) => (gaps[index] ?? '') + field + (gaps[index + 4] ?? ''))
          .join(',');
        expect(parseAdsTxt(text).records).toEqual([{ line: 1, ...given }]);
      },
    ),
  );
});

test('the line that is to be copied is the one that is looked for', () => {
  expect(adsTxtLine(US)).toBe(LINE);
  expect(statusOf(adsTxtLine(US)).status).toBe('present');
});
