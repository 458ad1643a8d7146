import { findSites, withFault } from './sites';

const TEXT = `
export function rate(asked: number, shown: number): number | null {
  if (asked === 0) return null;
  const share = shown / asked;
  return share > 1 ? 1 : share;
}
`;

test('operators, conditions and returned values can be wrong, types and what is null cannot', () => {
  const faults = findSites('rate.ts', TEXT).map(({ line, before, after }) => [line, before, after]);
  expect(faults).toEqual([
    [3, 'asked === 0', '!(asked === 0)'],
    [3, '===', '!=='],
    [4, '/', '*'],
    [5, 'share > 1 ? 1 : share', 'null as never'],
    [5, 'share > 1', '!(share > 1)'],
    [5, '>', '>='],
  ]);
});

test('a fault takes the place of what it is about, and of nothing else', () => {
  for (const site of findSites('rate.ts', TEXT)) {
    const wrong = withFault(TEXT, site);
    expect(wrong).not.toBe(TEXT);
    expect(wrong.replace(site.after, site.before)).toBe(TEXT);
  }
});
