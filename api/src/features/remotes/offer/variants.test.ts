import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { bucketOf, createVariants, variantCookie } from './variants';

const REMOTE = 'mf-advertiser';
const VISITORS = 10_000;
/** Dealt once, so that the same visitors are asked about every release. */
const visitors = Array.from({ length: VISITORS }, (_, index) => `visitor-${index}`);
const inCanary = (releaseId: number, share: number) =>
  new Set(visitors.filter((key) => bucketOf(REMOTE, releaseId, key) < share));

it.each([1, 2, 3, 4, 5])('a canary of 10 %% is given to 9 to 11 %% of 10,000 visitors (release %s)', (id) => {
  const share = inCanary(id, 100).size / VISITORS;
  expect(share).toBeGreaterThanOrEqual(0.09);
  expect(share).toBeLessThanOrEqual(0.11);
});

it('a canary of 10 % of random visitors, as browsers are given their keys', () => {
  const keys = Array.from({ length: VISITORS }, () => randomBytes(16).toString('base64url'));
  const share = keys.filter((key) => bucketOf(REMOTE, 7, key) < 100).length / VISITORS;
  // Six standard deviations: chance does not break it.
  expect(Math.abs(share - 0.1)).toBeLessThan(0.018);
});

it('a visitor is dealt the same each time, and a growing share keeps those who had it', () => {
  let before = new Set<string>();
  for (const share of [1, 10, 100, 500, 999]) {
    const now = inCanary(7, share);
    expect(inCanary(7, share)).toEqual(now);
    expect([...before].filter((key) => !now.has(key))).toEqual([]);
    expect(now.size).toBeGreaterThan(before.size);
    before = now;
  }
});

it('another release, and another remote, are tried by others', () => {
  const [first, second] = [inCanary(1, 100), inCanary(2, 100)];
  const both = [...first].filter((key) => second.has(key)).length;
  // A tenth of a tenth, if the one says nothing of the other.
  expect(both / VISITORS).toBeLessThan(0.02);
  expect(bucketOf('mf-auth', 1, 'visitor-1')).not.toBe(bucketOf(REMOTE, 1, 'visitor-1'));
});

describe('the key', () => {
  const ask = (cookies: Record<string, unknown>, secure = false) => {
    const cookie = jest.fn();
    const req = { cookies, res: { cookie } } as unknown as Request;
    return { key: createVariants({ secure }).keyOf(req), cookie };
  };

  it('is given to whoever has none, for a year, to the server alone', () => {
    const { key, cookie } = ask({});
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(cookie).toHaveBeenCalledWith('ez.variant', key, {
      httpOnly: true,
      secure: false,
      sameSite: 'lax',
      path: '/',
      maxAge: 365 * 86_400_000,
    });
    expect(ask({}).key).not.toBe(key);
  });

  it('stays', () => {
    const key = randomBytes(16).toString('base64url');
    const again = ask({ 'ez.variant': key });
    expect([again.key, again.cookie.mock.calls]).toEqual([key, []]);
  });

  it.each(['', 'short', `${'a'.repeat(22)};`, 'a'.repeat(5_000), ['a'.repeat(22)], 7])(
    'is made anew in the place of %p',
    (sent) => expect(ask({ 'ez.variant': sent }).cookie).toHaveBeenCalledTimes(1),
  );

  it('behind https cannot be planted by another host', () => {
    expect(variantCookie(true)).toBe('__Host-ez.variant');
    const planted = ask({ 'ez.variant': 'a'.repeat(22) }, true);
    expect(planted.cookie.mock.calls[0]?.[0]).toBe('__Host-ez.variant');
  });
});
