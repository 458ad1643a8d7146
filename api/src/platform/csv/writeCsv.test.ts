import { csvFile, csvLine } from './writeCsv';

describe('a line of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://evil.example","a")', '"\'=HYPERLINK(""http://evil.example"",""a"")"'],
    ['\r=1', '"\'\r=1"'],
    ['Shoes;=1+1; @SUM(A1)', "Shoes;'=1+1;' @SUM(A1)"],
    ['Shoes;"=1+1', '"Shoes;\'""=1+1"'],
  ])('keeps %j from being a formula', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it('leaves numbers, times and plain text as they are', () => {
    const cells = [-5n, '-1.60', 12, null, new Date('2026-11-21T10:00:00Z'), 'Shoes; 5', 'a,b', 'say "hi"'];
    expect(csvLine(cells)).toBe('-5,-1.60,12,,2026-11-21T10:00:00.000Z,Shoes; 5,"a,b","say ""hi"""\r\n');
  });

  it('makes a file of pages', async () => {
    async function* pages() {
      yield [['1'], ['2']];
      yield [['3']];
    }
    let text = '';
    for await (const piece of csvFile(['id'], pages())) text += piece;
    expect(text).toBe('\uFEFFid\r\n1\r\n2\r\n3\r\n');
  });
});
