import { encode } from 'uqr';
import { qrPath } from './qrPath';

const TEXT = 'otpauth://totp/EzDash:ines%40halden.test?secret=JBSWY3DPEHPK3PXP&issuer=EzDash';

test('one square for each dark module, inside four empty ones all around', () => {
  const { path, width } = qrPath(TEXT);
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const dark = encode(TEXT, { ecc: 'M', border: 0 }).data.flat().filter(Boolean);
  expect(squares).toHaveLength(dark.length);
  const ends = squares.flat();
  expect(Math.min(...ends)).toBe(4);
  expect(Math.max(...ends)).toBe(width - 5);
});
