import { AD_SIZES, IMAGE_MAX_BYTES } from '@ezdash/contracts';
import { BRANDS } from './brands';
import { drawCreative } from './drawings';

const all = Object.values(BRANDS).flatMap((brand) =>
  AD_SIZES.map((size) => [brand.key, size.name, brand, size] as const),
);

test.each(all)('%s as %s: self-contained, in its size, inside its edges', (_key, _name, brand, size) => {
  const svg = drawCreative(brand, size);
  expect(svg).toContain(
    `width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"`,
  );
  expect(svg.length).toBeLessThan(IMAGE_MAX_BYTES / 20);
  expect(svg).not.toMatch(/<script|<foreignObject|<image|\son\w+=|javascript:|url\(/i);
  expect(svg.match(/https?:\/\//g)).toEqual(['http://']);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  for (const [, x, y, width, height] of svg.matchAll(
    /<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" rx/g,
  )) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(size.width);
    expect(Number(y) + Number(height)).toBeLessThanOrEqual(size.height);
  }
  for (const [, y] of svg.matchAll(/<text x="\S+" y="(\S+?)"/g)) expect(Number(y)).toBeLessThan(size.height);
});

test('well-formed, with text escaped', () => {
  const svg = drawCreative(
    { ...BRANDS.seeds, name: 'A & <B>', lines: ['"Quotes"', "it's"] },
    { width: 300, height: 250 },
  );
  expect(svg).toContain('A &#38; &#60;B&#62;');
  expect(svg).not.toMatch(/<B>|& /);
  const opened = [...svg.matchAll(/<(\w+)[^>]*[^/]>/g)].map(([, tag]) => tag);
  const closed = [...svg.matchAll(/<\/(\w+)>/g)].map(([, tag]) => tag);
  expect([...closed].sort()).toEqual([...opened].sort());
});

test('the same every time', () => {
  expect(drawCreative(BRANDS.cover, { width: 728, height: 90 })).toBe(
    drawCreative(BRANDS.cover, { width: 728, height: 90 }),
  );
});
