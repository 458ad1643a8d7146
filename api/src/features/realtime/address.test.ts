import { connectionAddress, pageOrigins, socketSources } from './address';

const outside = { host: 'ws.ads.test', port: 443, scheme: 'https' } as const;

it.each([
  ['https://ads.test', undefined, 'ads.test', { host: 'ads.test', port: 443, scheme: 'https' }],
  // A proxy that asks by its own name for the server.
  ['https://ads.test', undefined, '127.0.0.1:8080', { host: 'ads.test', port: 443, scheme: 'https' }],
  ['http://ads.test:8080', undefined, 'ads.test:8080', { host: 'ads.test', port: 8080, scheme: 'http' }],
  // A machine of one's own is asked by many names.
  ['http://localhost:8080', undefined, '127.0.0.1:39001', { host: '127.0.0.1', port: 39001, scheme: 'http' }],
  ['http://localhost:8080', undefined, '[::1]:8080', { host: '[::1]', port: 8080, scheme: 'http' }],
  ['http://localhost:8080', undefined, '192.0.2.5', { host: '192.0.2.5', port: 80, scheme: 'http' }],
  ['http://localhost:8080', undefined, undefined, { host: 'localhost', port: 8080, scheme: 'http' }],
  ['http://localhost:8080', undefined, 'a/b', { host: 'localhost', port: 8080, scheme: 'http' }],
  ['http://localhost:8080', undefined, 'me@evil.test', { host: 'localhost', port: 8080, scheme: 'http' }],
  ['https://ads.test', outside, 'ads.test', outside],
])('of %s (outside: %o), asked as %s', (appUrl, elsewhere, host, expected) => {
  expect(connectionAddress(appUrl, elsewhere, host)).toEqual(expected);
});

it('allows pages their connection, and no other', () => {
  expect(socketSources('https://ads.test', undefined)).toEqual(['wss://ads.test']);
  expect(socketSources('http://ads.test:8080', undefined)).toEqual(['ws://ads.test:8080']);
  expect(socketSources('https://ads.test', outside)).toEqual(['wss://ws.ads.test']);
  expect(socketSources('https://ads.test', { ...outside, port: 6001, scheme: 'http' })).toEqual([
    'ws://ws.ads.test:6001',
  ]);
  // 'self' is all that holds for every name.
  expect(socketSources('http://localhost:8080', undefined)).toEqual([]);
});

it('lets pages of the network connect', () => {
  expect(pageOrigins('https://ads.test')).toEqual(['https://ads.test']);
  expect(pageOrigins('http://localhost:8080')).toBeUndefined();
});
