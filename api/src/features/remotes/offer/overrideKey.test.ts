import type { Request, Response } from 'express';
import { createOverrideKey } from './overrideKey';

/** A call of a browser with these cookies, and what is done to them. */
function callWith(cookies: Record<string, string>) {
  const set: { name: string; value: string; options: Record<string, unknown> }[] = [];
  const cleared: string[] = [];
  const res = {
    cookie: (name: string, value: string, options: Record<string, unknown>) =>
      void set.push({ name, value, options }),
    clearCookie: (name: string) => void cleared.push(name),
  } as unknown as Response;
  return { req: { cookies, res } as unknown as Request, set, cleared };
}

test('behind https no other host can plant the key, no page can read it, and it is random', () => {
  const key = createOverrideKey(true);
  const one = callWith({});
  const { holder, write } = key.readOrMake(one.req);
  write(60_000);
  expect(one.set).toEqual([
    {
      name: '__Host-ez.overrides',
      value: expect.stringMatching(/^[\w-]{43}$/),
      options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 60_000 },
    },
  ]);
  expect(holder).toEqual({ keySha256: expect.stringMatching(/^[0-9a-f]{64}$/), signIn: null });
  expect(key.readOrMake(callWith({}).req).holder.keySha256).not.toBe(holder.keySha256);
  const again = callWith({ '__Host-ez.overrides': one.set[0]?.value ?? '' });
  expect(key.read(again.req)).toEqual(holder);
});

test('what is no key is none, and the cookie of before goes', () => {
  const key = createOverrideKey(true);
  for (const value of ['', 'short', `${'a'.repeat(43)}.`])
    expect(key.read(callWith({ '__Host-ez.overrides': value }).req)).toBeNull();
  const before = callWith({ '__Host-ez.override': 'eyJ.AAAA' });
  expect([key.read(before.req), before.cleared]).toEqual([null, ['__Host-ez.override']]);
});
