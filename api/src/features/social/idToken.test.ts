import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock as clock } from '../../platform/clock';
import { silentLog as log } from '../../platform/log';
import type { Flow } from './flowCookie';
import { createOidcClient } from './oidcClient';
import { ProviderFailure } from './ProviderFailure';

/** A provider that says whatever a test makes it say, and the one key that it publishes. */

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CLIENT = 'ads';
const flow: Flow = {
  provider: 'acme',
  intent: 'login',
  next: null,
  state: 'a-state',
  nonce: 'a-nonce',
  verifier: 'v'.repeat(43),
  owner: null,
  beganAt: Date.now(),
};
let server: Server;
let issuer: string;
let idToken: string;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(claims: object, key: KeyObject = own.privateKey, alg = 'RS256'): string {
  const text = `${part({ alg, kid: 'one', typ: 'JWT' })}.${part(claims)}`;
  const signature = alg === 'none' ? '' : createSign('sha256').update(text).sign(key, 'base64url');
  return `${text}.${signature}`;
}

function claims(changes: object = {}): object {
  const iat = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: CLIENT, sub: 'person-1', nonce: flow.nonce, iat, exp: iat + 300, ...changes };
}

beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', issuer);
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/keys': {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      },
      '/token': { access_token: 'an-access-token', token_type: 'Bearer', expires_in: 60, id_token: idToken },
    };
    const answer = answers[pathname];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Who the provider's ID token makes of a visitor. */
function prove(token: string) {
  idToken = token;
  const client = createOidcClient(
    { id: 'acme', name: 'Acme', issuer, clientId: CLIENT, clientSecret: 'a secret', scopes: ['openid'] },
    { redirectUri: 'http://ads.test/auth/social/acme/callback', clock, log },
  );
  return client.prove(flow, new URLSearchParams({ code: 'a-code', state: flow.state }));
}

test('an ID token with the signature of its provider is believed', async () => {
  expect(await prove(sign(claims({ email: 'a@example.test' })))).toMatchObject({
    subject: 'person-1',
    email: 'a@example.test',
    emailVerified: false,
  });
});

test.each<[string, () => string]>([
  ['signed with another key', () => sign(claims(), other.privateKey)],
  ['not signed', () => sign(claims(), own.privateKey, 'none')],
  ['with the signature cut off', () => sign(claims()).replace(/[^.]+$/, '')],
  [
    'changed behind its signature',
    () => {
      const [head, , signature] = sign(claims()).split('.');
      return `${head}.${part(claims({ sub: 'person-2' }))}.${signature}`;
    },
  ],
  ['of another issuer', () => sign(claims({ iss: 'https://other.example' }))],
  ['for another client', () => sign(claims({ aud: 'somebody else' }))],
  ['of another visit', () => sign(claims({ nonce: 'another' }))],
  ['that has expired', () => sign(claims({ exp: Math.floor(Date.now() / 1000) - 600 }))],
])('one %s is not', async (_, make) => {
  await expect(prove(make())).rejects.toThrow(ProviderFailure);
});
