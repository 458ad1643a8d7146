import type { Request } from 'express';
import { createGuestCsrf } from './guestCsrf';

/** A call and the cookies that its answer sets. */
function call(cookies: Record<string, string> = {}) {
  const set: [name: string, value: string, options: object][] = [];
  const res = { cookie: (...given: (typeof set)[number]) => set.push(given) };
  return { req: { cookies, res } as unknown as Request, set };
}

it('behind https no neighbour can plant the cookie', () => {
  const { req, set } = call();
  const guests = createGuestCsrf({ secret: 'a', secure: true });
  guests.issue(req);
  expect(set).toEqual([
    [
      '__Host-ez.guest',
      expect.any(String),
      { httpOnly: true, sameSite: 'lax', secure: true, path: '/', maxAge: 43_200_000 },
    ],
  ]);
  const value = set[0]?.[1] ?? '';
  expect(guests.known(call({ 'ez.guest': value }).req)).toBeUndefined();
  expect(guests.known(call({ '__Host-ez.guest': value }).req)).toMatch(/^[0-9a-f]{64}$/);
});

it('a cookie signed with another secret is none', () => {
  const { req, set } = call();
  createGuestCsrf({ secret: 'a', secure: false }).issue(req);
  const returning = call({ 'ez.guest': set[0]?.[1] ?? '' }).req;
  expect(createGuestCsrf({ secret: 'b', secure: false }).known(returning)).toBeUndefined();
});

it('one call gets one value, until it is renewed', () => {
  const guests = createGuestCsrf({ secret: 'a', secure: false });
  const { req } = call();
  const first = guests.issue(req);
  expect([guests.issue(req), guests.known(req)]).toEqual([first, first]);
  guests.renew(req);
  expect(guests.issue(req)).not.toBe(first);
});
