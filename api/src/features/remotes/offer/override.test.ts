import type { Request, Response } from 'express';
import { createOverrides, localBuildId, type OverrideParts } from './override';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const MINUTE_MS = 60_000;
const parts: OverrideParts = {
  secret: 'a secret of this environment',
  appUrl: 'https://staging.test',
  production: false,
  now: () => NOW,
};
const until = NOW + 60 * MINUTE_MS;
const make = (change: Partial<OverrideParts> = {}) => createOverrides({ ...parts, ...change });
const tokenOf = (url: string) => new URL(url).searchParams.get('link') ?? '';

/** Cookies of one browser, by name. */
function createBrowser() {
  const cookies: Record<string, string> = {};
  const given: Record<string, unknown>[] = [];
  return {
    cookies,
    given,
    req: { cookies, rawHeaders: [], httpVersion: '1.1' } as unknown as Request,
    res: {
      cookie(name: string, value: string, options: Record<string, unknown>) {
        cookies[name] = value;
        given.push({ name, ...options });
      },
      clearCookie(name: string) {
        delete cookies[name];
      },
    } as unknown as Response,
  };
}

test('a link opens where it was made, and names remote and version', () => {
  const url = make().linkTo({ remote: 'mf-auth', version: '1.2.0', until });
  expect(url).toMatch(/^https:\/\/staging\.test\/remotes\/override\?link=[\w-]+\.[\w-]{43}$/);
  expect(make().openLink(tokenOf(url))).toEqual({ claims: { remote: 'mf-auth', version: '1.2.0', until } });
});

describe('a link does nothing', () => {
  const token = tokenOf(make().linkTo({ remote: 'mf-auth', version: '1.2.0', until }));
  const [text = '', signature = ''] = token.split('.');
  const forged = (change: object) => {
    const claims = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), ...change };
    return `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  };

  test.each([
    ['when it is over', token, { now: () => until }, 'over'],
    ['in another environment', token, { appUrl: 'https://ads.test' }, 'elsewhere'],
    ['where another secret signs', token, { secret: 'another' }, 'broken'],
    ['with another remote written into it', forged({ remote: 'mf-debug' }), {}, 'broken'],
    ['with another version written into it', forged({ version: '9.9.9' }), {}, 'broken'],
    ['with a later end written into it', forged({ until: until + 1 }), {}, 'broken'],
    ['with a build of somebody’s machine written into it', forged({ local: 1 }), {}, 'broken'],
    ['cut short', token.slice(0, -1), {}, 'broken'],
    ['without anything', '', {}, 'broken'],
    ['of great length', `${'a'.repeat(5_000)}.${signature}`, {}, 'broken'],
  ] satisfies [string, string, Partial<OverrideParts>, string][])('%s', (_name, sent, change, problem) => {
    expect(make(change).openLink(sent)).toEqual({ problem });
  });

  test('in production, when it is of a build on somebody’s own machine', () => {
    const local = tokenOf(make().linkTo({ remote: 'mf-auth', local: 3, until }));
    expect(make().openLink(local)).toEqual({ claims: { remote: 'mf-auth', local: 3, until } });
    expect(make({ production: true }).openLink(local)).toEqual({ problem: 'over' });
  });

  test('as a cookie', () => {
    const browser = createBrowser();
    browser.cookies['__Host-ez.override'] = token;
    expect(make().readOverride(browser.req)).toEqual([]);
  });
});

describe('the browser', () => {
  test('is given several remotes, each once, by a cookie that pages cannot read', () => {
    const browser = createBrowser();
    const overrides = make();
    overrides.give(browser.req, browser.res, { remote: 'mf-auth', version: '1.1.0', until });
    overrides.give(browser.req, browser.res, { remote: 'mf-news', local: 7, until });
    overrides.give(browser.req, browser.res, { remote: 'mf-auth', version: '1.2.0', until });
    expect(overrides.readOverride(browser.req)).toEqual([
      { remote: 'mf-auth', version: '1.2.0' },
      { remote: 'mf-news', version: 'local.7' },
    ]);
    expect(browser.given[0]).toEqual({
      name: '__Host-ez.override',
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/',
      maxAge: 60 * MINUTE_MS,
    });
  });

  test('has each as long as its own link is good', () => {
    const browser = createBrowser();
    make().give(browser.req, browser.res, { remote: 'mf-auth', version: '1.1.0', until });
    make().give(browser.req, browser.res, { remote: 'mf-news', version: '1.2.0', until: until + MINUTE_MS });
    expect(browser.given[1]?.maxAge).toBe(61 * MINUTE_MS);
    const later = make({ now: () => until });
    expect(later.readOverride(browser.req)).toEqual([{ remote: 'mf-news', version: '1.2.0' }]);
    expect(make({ now: () => until + MINUTE_MS }).readOverride(browser.req)).toEqual([]);
  });

  test.each([
    ['of another environment', { appUrl: 'https://other.test' }],
    ['that another secret signed', { secret: 'another' }],
  ] satisfies [string, Partial<OverrideParts>][])('is given nothing by a cookie %s', (_name, change) => {
    const browser = createBrowser();
    make(change).give(browser.req, browser.res, { remote: 'mf-auth', version: '1.1.0', until });
    expect(make().readOverride(browser.req)).toEqual([]);
  });

  test('in production is given no build of its own machine, also by a cookie', () => {
    const browser = createBrowser();
    make().give(browser.req, browser.res, { remote: 'mf-auth', local: 7, until });
    make().give(browser.req, browser.res, { remote: 'mf-news', version: '1.2.0', until });
    expect(make({ production: true }).readOverride(browser.req)).toEqual([
      { remote: 'mf-news', version: '1.2.0' },
    ]);
  });

  test('is given nothing more once it has ended it', () => {
    const browser = createBrowser();
    make().give(browser.req, browser.res, { remote: 'mf-auth', version: '1.1.0', until });
    make().clear(browser.res);
    expect(make().readOverride(browser.req)).toEqual([]);
  });
});

test('only the name of a build’s row is one', () => {
  expect(localBuildId('local.12')).toBe(12);
  for (const version of ['1.2.0', '1.2.0-local.12', 'local.', 'local.1x', 'local.1234567890'])
    expect(localBuildId(version)).toBeNull();
});
