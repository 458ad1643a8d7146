import { generateSync } from 'otplib';
import { makeTotpSecret, otpauthUrl, stepOfCode } from './totp';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890; the last six digits of its SHA-1 column. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082', 1n],
  [1_111_111_109, '081804', 37_037_036n],
  [1_234_567_890, '005924', 41_152_263n],
  [20_000_000_000, '353130', 666_666_666n],
])('knows the code of the standard at second %i', (second, code, step) => {
  expect(stepOfCode(RFC_SECRET, code, second * 1_000)).toBe(step);
});

it('lets clocks be one step apart, and no more', () => {
  const secret = makeTotpSecret();
  const now = 1_795_000_017;
  const codeAt = (steps: number) => generateSync({ secret, epoch: now + steps * 30 });
  const step = BigInt(Math.floor(now / 30));
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, codeAt(steps), now * 1_000))).toEqual([
    null,
    step - 1n,
    step,
    step + 1n,
    null,
  ]);
});

it('makes secrets of 160 bits, each another, and names app and account in the address', () => {
  const secret = makeTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(secret);
  const url = new URL(otpauthUrl(secret, 'Ads & more', 'a+b@example.test'));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Ads & more:a+b@example.test',
  ]);
  expect([url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([secret, 'Ads & more']);
});
