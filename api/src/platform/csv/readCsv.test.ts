import fc from 'fast-check';
import { type CsvTable, readCsv } from './readCsv';
import { csvLine } from './writeCsv';

const LIMITS = { mostBytes: 1_000, mostRows: 3 };
const table = (text: string | Uint8Array): CsvTable => {
  const read = readCsv(text, LIMITS);
  if ('trouble' in read) throw new Error(JSON.stringify(read.trouble));
  return read;
};
const trouble = (text: string | Uint8Array) => {
  const read = readCsv(text, LIMITS);
  return 'trouble' in read ? read.trouble : null;
};

describe('a CSV file', () => {
  it.each([
    ['of programs', 'id,name\r\n1,"Shoes, red"\r\n'],
    ['of German spreadsheets', '\uFEFFid;name\n1;Shoes, red\n'],
    ['divided at tabs', 'id\tname\n1\tShoes, red'],
  ])('%s is read', (_kind, text) => {
    expect(table(text)).toEqual({
      columns: ['id', 'name'],
      rows: [{ line: 2, cells: { id: '1', name: 'Shoes, red' } }],
    });
  });

  it.each([
    ['sep=;\r\n', ';', '\r\n'],
    ['\uFEFFsep=;\n', ';', '\n'],
    ['SEP=,\r\n', ',', '\r\n'],
    ['"sep=;"\r\n', ';', '\r\n'],
    ['sep=|\n', '|', '\n'],
    ['sep=\t\r', '\t', '\r'],
    ['sep=\\t\n', '\t', '\n'],
  ])('that begins with %j is divided there', (first, sign, end) => {
    const lines = [['id', 'note,;|'].map((cell) => `"${cell}"`), ['1', '"Shoes, red; blue"']];
    const text = first + lines.map((cells) => cells.join(sign)).join(end);
    expect(table(text)).toEqual({
      columns: ['id', 'note,;|'],
      rows: [{ line: 3, cells: { id: '1', 'note,;|': 'Shoes, red; blue' } }],
    });
  });

  it('says on which line a row stands, also behind empty lines and cells of several lines', () => {
    const { rows } = table('id,name\n1,"a\nb"\n\n,\n2,c\n');
    expect(rows.map(({ line, cells }) => [line, cells.name])).toEqual([
      [2, 'a\nb'],
      [6, 'c'],
    ]);
  });

  it('reads back what our own files keep from being formulas', () => {
    expect(table(`name\r\n${csvLine(['=1+1'])}`).rows[0]?.cells.name).toBe('=1+1');
    expect(table("name\n'tis\n").rows[0]?.cells.name).toBe("'tis");
    const lists = 'Shoes;=1+1; @SUM(A1);"-2';
    expect(table(`name\r\n${csvLine([lists])}`).rows[0]?.cells.name).toBe(lists);
  });

  it('reads back whatever our own files hold', () => {
    const signs = fc.constantFrom('=', '+', '-', '@', ';', "'", '"', ' ', 'a', '1', ',', '\t', '\n', '＝');
    const cell = fc.array(signs, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(
        // Blanks around a cell are nobody's.
        cell.filter((text) => text.trim() === text),
        (text) => {
          const read = readCsv(`id,name\r\n${csvLine(['x', text])}`, LIMITS);
          expect('rows' in read && read.rows[0]?.cells.name).toBe(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes the rows behind any number of blank ones, which are none', () => {
    const blank = ',\n , \n'.repeat(50);
    expect(table(`id,name\n1,a\n${blank}2,b\n${blank}3,c\n`).rows.map(({ cells }) => cells.id)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(trouble(`id,name\n1,a\n${blank}2,b\n3,c\n4,d\n`)).toEqual({ code: 'too-many-rows', most: 3 });
    expect(trouble(`id,name\n${blank}`)).toEqual({ code: 'no-rows' });
  });

  it('of too many rows is read no further', () => {
    expect(trouble('id\n1\n2\n3\n4\n"never closed')).toEqual({ code: 'too-many-rows', most: 3 });
  });

  it('fills up short rows, and takes no others', () => {
    expect(table('id,name\n1\n').rows[0]?.cells).toEqual({ id: '1', name: '' });
    expect(trouble('id,name\n1,a\n2,b,c\n')).toEqual({ code: 'broken', line: 3 });
  });

  it.each([
    ['too large', `id\n${'1'.repeat(1_000)}`, { code: 'too-large' }],
    ['of another encoding', new Uint8Array([105, 100, 10, 0xe4]), { code: 'not-text' }],
    ['of another kind', 'PK\0\0', { code: 'not-text' }],
    ['empty', ' \n', { code: 'empty' }],
    ['of a header alone', 'id,name\n', { code: 'no-rows' }],
    ['of too many rows', 'id\n1\n2\n3\n4\n', { code: 'too-many-rows', most: 3 }],
    ['with a column twice', 'id,name,id\n1,2,3\n', { code: 'column-twice', column: 'id' }],
    ['with a column without a name', 'id,,name\n1,2,3\n', { code: 'column-unnamed', column: '2' }],
    ['with a separator that is none', 'sep=x\nid\n1\n', { code: 'separator' }],
    ['with a separator that is missing', 'sep=\nid;name\n1;a\n', { code: 'separator' }],
    ['of a separator alone', 'sep=;\r\n', { code: 'empty' }],
    ['with a title', 'Campaigns in May\nid,name\n1,a\n', { code: 'title' }],
    ['with a title behind a separator', 'sep=;\n\nCampaigns, May\nid;name\n1;a\n', { code: 'title' }],
    ['with a quote that does not end', 'id\n"1\n2', { code: 'broken', line: 3 }],
  ])('%s is refused', (_kind, text, expected) => {
    expect(trouble(text)).toEqual(expected);
  });
});
