import { SECRET_NAME } from '@ezdash/contracts';
import { shownJson } from './inspector/shownJson';
import { bugReport, type ReportFacts } from './report/bugReport';
import { hideInText, isSecret } from './secrets';

/** No key, no address, nothing to tell it by: only its name says that it is a secret. */
const VALUE = 'plain words';

const facts = (data: unknown): ReportFacts => ({
  madeAt: '2026-11-21T14:06:21.000Z',
  url: 'https://ads.example/',
  title: 'Page',
  user: null,
  versions: {},
  environment: {},
  logs: [{ timestamp: 'now', level: 'info', message: 'Data', data }],
  actions: [],
  failedCalls: [],
  secrets: [],
});

describe('names of secrets', () => {
  test.each([
    ...['password', 'admin_password', 'passwordHash', 'passwd', 'pass', 'passphrase', 'user-pwd'],
    ...['token', 'session_token', 'accessToken', 'X-CSRF-TOKEN', 'X-XSRF', 'csrf', 'jwt', 'nonce'],
    ...['secret', 'client_secret', 'totpSecret', 'totp', 'otp', 'pin', 'dsn', 'credentials', 'hash'],
    ...['key', 'api_key', 'apiKey', 'apikey', 'secretKey', 'private_key', 'privateKey', 'signature', 'sig'],
    ...[
      'cookie',
      'Set-Cookie',
      'authorization',
      'Proxy-Authorization',
      'auth',
      'sid',
      'session_id',
      'session',
    ],
    ...['iban', 'payoutIban', 'bic', 'card', 'cardNumber', 'card_number', 'cvc', 'cvv', 'account_number'],
    ...['tax_id', 'taxId', 'vat_number', 'vatId', 'recovery_code', 'recoveryCodes', 'code', 'backup_codes'],
  ])('%s', (name) => {
    expect(isSecret(name, VALUE)).toBe(true);
    expect(shownJson({ [name]: VALUE })).not.toContain(VALUE);
    expect(shownJson({ deep: [{ [name]: [VALUE] }] })).not.toContain(VALUE);
    expect(bugReport(facts({ deep: [{ [name]: VALUE }] }))).not.toContain(VALUE);
  });

  test.each([
    ...['name', 'keyword', 'monkey', 'status', 'company', 'campaign_id', 'discard', 'companion', 'author'],
    ...['pinned', 'panel', 'passive', 'designation', 'encoded', 'tax_rate', 'requestId', 'hashtag'],
  ])('%s is none', (name) => {
    expect(isSecret(name, VALUE)).toBe(false);
    expect(shownJson({ [name]: VALUE })).toContain(VALUE);
  });

  test('some are none where no text stands: a row’s key with its label, a list of sessions, a flag', () => {
    expect(shownJson({ key: { label: 'Clicks' } }, 0)).toBe('{"key":{"label":"Clicks"}}');
    expect(shownJson({ sessions: [{ id: 7 }], has_password: true, token: null }, 0)).toBe(
      '{"sessions":[{"id":7}],"has_password":true,"token":null}',
    );
    expect(isSecret('keys', ['a b'])).toBe(true);
    expect(isSecret('password', { left: VALUE })).toBe(true);
    expect(isSecret('code', 482_113)).toBe(true);
    expect(isSecret('code', 'CONSOLE_LOCKED')).toBe(false);
  });

  test('whatever the server hides in its log is hidden here', () => {
    const names = SECRET_NAME.source.split('|');
    expect(names).toEqual(
      expect.arrayContaining(['password', 'token', 'secret', 'authorization', 'cookie', 'csrf']),
    );
    for (const name of names) expect(isSecret(`x${name.toUpperCase()}s`, { left: VALUE })).toBe(true);
  });
});

describe('secrets in a text', () => {
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  test.each([
    ['Authorization was Bearer abc.def-123', 'Authorization was Bearer [hidden]'],
    ['Basic dXNlcjpwYXNz', 'Basic [hidden]'],
    [`got ${JWT}, and more`, 'got [hidden], and more'],
    ['sk_live_abcdefg is a key', '[hidden] is a key'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nafter', '[hidden]\nafter'],
    ['/files/a.pdf?token=abc&page=2', '/files/a.pdf?token=[hidden]&page=2'],
    [
      'https://s3.test/a?X-Amz-Credential=AK&sig=z1&page=2#code=4',
      'https://s3.test/a?X-Amz-Credential=[hidden]&sig=[hidden]&page=2#code=[hidden]',
    ],
    ['postgres://who:what@db.test/x', 'postgres://[hidden]@db.test/x'],
    ['password=correct-horse', 'password=[hidden]'],
    ['{"csrf_token":"a1b2","name":"x"}', '{"csrf_token":"[hidden]","name":"x"}'],
    ['to AT61 1904 3002 3457 3201, please', 'to [hidden], please'],
    ['DE89370400440532013000', '[hidden]'],
    ['4242 4242 4242 4242', '[hidden]'],
  ])('%s', (text, hidden) => {
    expect(hideInText(text)).toBe(hidden);
    expect(shownJson({ text }, 0)).toBe(JSON.stringify({ text: hidden }));
  });

  test.each([
    'ines@halden.test',
    '/advertiser/campaigns?status=running&page=2',
    '0d2b8a44-1c55-4be0-9a77-0e4c6f3d2b11',
    '1763841600000',
    'c_1k7 of 300×250',
    'The token is gone',
  ])('%s has none', (text) => expect(hideInText(text)).toBe(text));

  // From each of its letters on, any of these would take most of a minute, and the page would stand still.
  test.each(['a', 'token', 'http://', '4 ', 'AT61 ', '?a', 'a.', '-----BEGIN PRIVATE KEY-----'])(
    'a very long text of %j is read once',
    (part) => {
      const long = part.repeat(Math.ceil(150_000 / part.length));
      expect(hideInText(long).length).toBeLessThanOrEqual(long.length);
    },
  );
});
