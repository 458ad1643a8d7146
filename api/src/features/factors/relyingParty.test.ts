import { createRelyingParty } from './relyingParty';

it.each([
  ['https://ads.example', undefined, 'ads.example', 'https://ads.example'],
  ['https://ads.example:8443/', 'https://ads.example:8443', 'ads.example', 'https://ads.example:8443'],
  ['https://ads.example', 'https://evil.example', 'ads.example', 'https://ads.example'],
  ['https://ads.example', 'http://localhost:8080', 'ads.example', 'https://ads.example'],
  ['http://localhost:8080', 'http://localhost:19000', 'localhost', 'http://localhost:19000'],
  ['http://localhost:8080', 'http://ads.localhost:8080', 'ads.localhost', 'http://ads.localhost:8080'],
  ['http://localhost:8080', 'https://evil.example', 'localhost', 'http://localhost:8080'],
  ['http://localhost:8080', 'http://evillocalhost', 'localhost', 'http://localhost:8080'],
  ['http://localhost:8080', 'null', 'localhost', 'http://localhost:8080'],
  ['http://localhost:8080', undefined, 'localhost', 'http://localhost:8080'],
])('APP_URL %s, asked from %s: %s at %s', (appUrl, origin, id, expected) => {
  expect(createRelyingParty(appUrl)(origin)).toEqual({ id, origins: [expected] });
});
