import { commonScale, inOrder, oneRow, planSize, type SizeFigures, sizeNameKey } from './sizes';

const size = (width: number, height: number, sample: string | null = null): SizeFigures => ({
  width,
  height,
  requests: 10,
  ecpm_micros: 1_000_000,
  sample,
});

test('the widest comes first, whatever the traffic', () => {
  const sorted = inOrder([size(300, 250), size(970, 90), size(300, 600)]);
  expect(sorted.map(({ width, height }) => `${width}x${height}`)).toEqual(['970x90', '300x600', '300x250']);
});

const all = [970, 970, 728, 468, 336, 320, 300, 300, 300, 160].map((width) => ({ width }));
test.each([
  ['one', all.slice(0, 1)],
  ['four', all.slice(0, 4)],
  ['seven', all.slice(1, 8)],
])('%s fit into one row at one scale', (_, sizes) => {
  const { scale, wraps } = commonScale(sizes);
  const used = sizes.reduce((sum, { width }) => sum + Math.max(96, width * scale), 24 * (sizes.length - 1));
  expect(used).toBeLessThanOrEqual(1_240.5);
  expect(wraps).toBe(false);
});

test('all ten would be too small in one row: they wrap', () => {
  expect(commonScale(all)).toEqual({ scale: 0.27, wraps: true });
});

test('the row has those with the most requests, at most seven, at one scale', () => {
  const sizes = all.map(({ width }, at) => ({ ...size(width, 50 + at), requests: 100 - at }));
  const row = oneRow(sizes);
  expect(row.length).toBeLessThanOrEqual(7);
  expect(commonScale(row).wraps).toBe(false);
  expect(row).toEqual(inOrder(sizes.slice(0, row.length)));
});

test('names come from the table of sizes; an unknown size has none', () => {
  expect(sizeNameKey({ width: 300, height: 250 })).toBe('ui:size.rectangle');
  expect(sizeNameKey({ width: 1, height: 1 })).toBeNull();
});

test('the drawn page prefers a size with a creative, then one with traffic, then the usual one', () => {
  const shown = planSize('tall', [size(300, 600), size(160, 600, '/creatives/a.svg')]);
  expect(shown.sample).toBe('/creatives/a.svg');
  expect(planSize('top', [size(970, 90)]).width).toBe(970);
  expect(planSize('rectangle', [])).toEqual({ ...size(300, 250), requests: 0, ecpm_micros: 0 });
});
