import { allowedHtml, allowedScriptUrl, installTrustedTypes } from './trustedTypes';

const base = 'https://ads.example/advertiser/dashboard';

test.each([
  ['/remotes/mf-advertiser/1.0.0/remoteEntry.js', true],
  ['https://ads.example/remotes/mf-advertiser/1.0.0/App.1a2b3c4d.js', true],
  ['/assets/shell/251.1a2b3c4d.js', true],
  ['https://evil.example/remotes/mf-advertiser/1.0.0/remoteEntry.js', false],
  ['//evil.example/assets/shell/main.js', false],
  ['/remotes/../api/creatives/1', false],
  ['/creatives/upload.js', false],
  ['data:text/javascript,alert(1)', false],
  ['blob:https://ads.example/1-2-3', false],
])('a script from %s: %s', (url, allowed) => {
  expect(allowedScriptUrl(url, base)).toBe(allowed ? url : null);
});

test.each([
  ['http://localhost:8090/remotes/mf-advertiser/0.0.0-dev.1/remoteEntry.js', true],
  ['http://localhost:8090/evil.js', false],
  ['http://localhost:8091/remotes/mf-advertiser/0.0.0-dev.1/remoteEntry.js', false],
  ['http://127.0.0.1:8090/remotes/mf-advertiser/0.0.0-dev.1/remoteEntry.js', false],
])('where a build of the browser’s own machine was given, a script from %s: %s', (url, allowed) => {
  expect(allowedScriptUrl(url, base, ['http://localhost:8090'])).toBe(allowed ? url : null);
});

test('a style sheet may be set as text, markup may not', () => {
  expect(allowedHtml(':root{--ez-ink:#14201b}')).toBe(':root{--ez-ink:#14201b}');
  expect(allowedHtml('<img src=x onerror=alert(1)>')).toBeNull();
});

test('one policy is made, once, and nothing where Trusted Types are unknown', () => {
  const createPolicy = jest.fn();
  installTrustedTypes([], { trustedTypes: { defaultPolicy: null, createPolicy } });
  installTrustedTypes([], { trustedTypes: { defaultPolicy: {}, createPolicy } });
  installTrustedTypes([], {});
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(createPolicy).toHaveBeenCalledWith('default', expect.anything());
});
