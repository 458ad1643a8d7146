import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClientReader } from '../platform/http';
import { ConfigError, readConfig } from '.';

describe('readConfig', () => {
  it('works with nothing set: an embedded demo network', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataDir: path.resolve('.data'),
      databaseUrl: undefined,
      appName: 'EzDash',
      appUrl: 'http://localhost:8080',
      demo: true,
      demoPort: 8081,
      autoApproveProperties: true,
      signupBonusMicros: 50_000_000n,
      trustProxy: ['loopback'],
    });
  });

  it('asks admins for an authenticator app when it is told to, in so many words', () => {
    expect(readConfig({}).adminFactorRequired).toBe(false);
    expect(readConfig({ ADMIN_SECOND_FACTOR: 'required' }).adminFactorRequired).toBe(true);
    expect(() => readConfig({ ADMIN_SECOND_FACTOR: 'yes' })).toThrow(/ADMIN_SECOND_FACTOR/);
  });

  const DATABASE_URL = 'postgres://app@db/ezdash';

  it('reads the address of the role that migrates, beside the app’s alone', () => {
    const MIGRATIONS_DATABASE_URL = 'postgres://owner@db/ezdash';
    expect(readConfig({ DATABASE_URL, MIGRATIONS_DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      migrationsDatabaseUrl: MIGRATIONS_DATABASE_URL,
    });
    expect(readConfig({ DATABASE_URL }).migrationsDatabaseUrl).toBeUndefined();
    expect(() => readConfig({ MIGRATIONS_DATABASE_URL })).toThrow('needs DATABASE_URL');
    expect(() => readConfig({ DATABASE_URL, MIGRATIONS_DATABASE_URL: 'mysql://x' })).toThrow(
      'MIGRATIONS_DATABASE_URL:',
    );
  });

  it('is no demo on a database of one’s own, unless asked', () => {
    expect(readConfig({ DATABASE_URL })).toMatchObject({
      demo: false,
      signupBonusMicros: 0n,
      autoApproveProperties: false,
    });
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DEMO: '0' })).toMatchObject({ demo: false, signupBonusMicros: 0n });
  });

  it.each([
    [{}, true],
    [{ DATABASE_URL }, false],
    [{ DATABASE_URL, SANDBOX_GATEWAY: '1' }, true],
    [{ SANDBOX_GATEWAY: '1', NODE_ENV: 'production' }, false],
  ])('has the gateway that moves no money for %j: %s', (env, has) => {
    expect(readConfig(env).sandboxGateway).toBe(has);
  });

  it('reads the rules of traffic: networks, lists of them, limits', () => {
    expect(readConfig({})).toMatchObject({
      internalNetworks: [],
      outboundAllowed: [],
      nameServers: undefined,
      dataCentreLists: undefined,
      trafficLimits: '',
    });
    const folder = tmpdir();
    expect(
      readConfig({
        INTERNAL_NETWORKS: '198.51.100.0/24, 2001:db8::1',
        OUTBOUND_ALLOWED: '127.0.0.1',
        DNS_SERVERS: '192.0.2.53, [2001:db8::53]:5353',
        DATA_CENTRE_NETWORKS: ` ${folder} `,
        TRAFFIC_LIMITS: 'click=1/m',
      }),
    ).toMatchObject({
      internalNetworks: ['198.51.100.0/24', '2001:db8::1'],
      outboundAllowed: ['127.0.0.1'],
      nameServers: ['192.0.2.53', '[2001:db8::53]:5353'],
      dataCentreLists: [path.resolve(folder)],
      trafficLimits: 'click=1/m',
    });
    expect(readConfig({ DATA_CENTRE_NETWORKS: 'none' }).dataCentreLists).toEqual([]);
    expect(() => readConfig({ DNS_SERVERS: 'dns.example' })).toThrow(
      'DNS_SERVERS: must be addresses of name servers by commas, not dns.example',
    );
    expect(() => readConfig({ INTERNAL_NETWORKS: 'office' })).toThrow(
      'INTERNAL_NETWORKS: must be addresses and networks by commas, not office',
    );
    expect(() => readConfig({ DATA_CENTRE_NETWORKS: '/no/such/list' })).toThrow(
      'DATA_CENTRE_NETWORKS: must be files or folders that exist, or none, not /no/such/list',
    );
  });

  it('leaves the limits of connections to the system unless they are set', () => {
    expect(readConfig({}).sockets).toEqual({ connections: undefined, perAddress: undefined });
    expect(readConfig({ MAX_CONNECTIONS: '5000', MAX_CONNECTIONS_PER_ADDRESS: '50' }).sockets).toEqual({
      connections: 5_000,
      perAddress: 50,
    });
    expect(() => readConfig({ MAX_CONNECTIONS: '0' })).toThrow('MAX_CONNECTIONS: must be a number from 16');
  });

  it('takes empty for unset, and the port into the address', () => {
    expect(readConfig({ DATABASE_URL: '', APP_NAME: ' ', PORT: '9000' })).toMatchObject({
      appName: 'EzDash',
      appUrl: 'http://localhost:9000',
      databaseUrl: undefined,
    });
    expect(readConfig({ APP_URL: 'https://ads.example/' }).appUrl).toBe('https://ads.example');
  });

  it('names every variable that is wrong, in one sentence', () => {
    const wrong = () =>
      readConfig({ PORT: '70000', APP_URL: 'ftp://x', DEMO: 'maybe', DATABASE_URL: 'mysql://x' });
    expect(wrong).toThrow(ConfigError);
    for (const name of ['PORT', 'APP_URL', 'DEMO', 'DATABASE_URL']) expect(wrong).toThrow(`${name}:`);
  });
});

describe('numbers', () => {
  it.each(['abc', '70000', '-1', '80.5'])('PORT=%s gets one sentence', (PORT) =>
    expect(() => readConfig({ PORT })).toThrow(
      'The environment is set up wrongly: PORT: must be a number from 0 to 65535.',
    ),
  );
  it('of days', () => expect(() => readConfig({ DEMO_DAYS: '0' })).toThrow('must be a number from 1 to 366'));
});

describe('referrals', () => {
  it('earn 5 % for 12 months, on hold for 30 days, unless set otherwise', () => {
    expect(readConfig({}).referrals).toEqual({
      publisherShareBps: 500,
      advertiserShareBps: 500,
      months: 12,
      minimumMicros: 10_000_000n,
      holdDays: 30,
    });
    const set = {
      REFERRAL_PUBLISHER_PERCENT: '2.35',
      REFERRAL_ADVERTISER_PERCENT: '0',
      REFERRAL_MONTHS: '60',
      REFERRAL_MINIMUM: '0',
      REFERRAL_HOLD_DAYS: '0',
    };
    expect(readConfig(set).referrals).toEqual({
      publisherShareBps: 235,
      advertiserShareBps: 0,
      months: 60,
      minimumMicros: 0n,
      holdDays: 0,
    });
  });

  it.each([
    ['REFERRAL_PUBLISHER_PERCENT', '50.01'],
    ['REFERRAL_ADVERTISER_PERCENT', '-1'],
    ['REFERRAL_ADVERTISER_PERCENT', '1.005'],
    ['REFERRAL_MONTHS', '0'],
    ['REFERRAL_MINIMUM', '1.5'],
    ['REFERRAL_HOLD_DAYS', '181'],
  ])('%s=%s is out of range', (name, value) =>
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: must be a number from`),
  );
});

describe('OIDC_PROVIDERS', () => {
  const given = {
    id: 'acme',
    name: 'Acme',
    issuer: 'https://id.acme.example/realm',
    client_id: 'ads',
    client_secret: 'hush hush',
  };
  const read = (value: unknown) =>
    readConfig({ OIDC_PROVIDERS: typeof value === 'string' ? value : JSON.stringify(value) }).oidcProviders;

  it('is empty by default', () => expect(readConfig({}).oidcProviders).toEqual([]));

  it('reads providers, with and without a secret and scopes', () => {
    const local = { id: 'local', name: ' Local ', issuer: 'http://127.0.0.1:9', client_id: 'x' };
    expect(read([given, { ...local, scopes: ['email'] }])).toEqual([
      {
        id: 'acme',
        name: 'Acme',
        issuer: 'https://id.acme.example/realm',
        clientId: 'ads',
        clientSecret: 'hush hush',
        scopes: ['openid', 'email', 'profile'],
      },
      {
        id: 'local',
        name: 'Local',
        issuer: 'http://127.0.0.1:9',
        clientId: 'x',
        clientSecret: undefined,
        scopes: ['openid', 'email'],
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '[{', 'must be a JSON array of providers'],
    ['no array', given, 'must be a JSON array of providers'],
    ['no object', ['acme'], 'provider 1: must be an object'],
    ['an id for no address', [{ ...given, id: 'Ac/me' }], 'provider 1: id must have 1 to 40 small letters'],
    ['a missing field', [{ ...given, client_id: undefined }], 'provider 1: client_id must be a text'],
    ['an unknown field', [{ ...given, clientId: 'a' }], 'provider 1: has no place for clientId'],
    ['a scope with a blank', [{ ...given, scopes: ['a b'] }], 'provider 1: scopes must be a list'],
    ['an id twice', [given, given], 'two providers have the id acme'],
    ...['http://id.acme.example', 'https://id.example?x=1', 'ftp://x', 'acme'].map(
      (issuer): [string, unknown, string] => [
        `the issuer ${issuer}`,
        [given, { ...given, id: 'b', issuer }],
        'provider 2: issuer must be an https address',
      ],
    ),
  ])('%s', (_, value, text) => {
    expect(() => read(value)).toThrow(`OIDC_PROVIDERS: ${text}`);
    expect(() => read(value)).not.toThrow('hush');
  });
});

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;

  it.each([
    ['none', []],
    ['private', ['loopback', 'linklocal', 'uniquelocal']],
    ['loopback, private', ['loopback', 'linklocal', 'uniquelocal']],
    ['uniquelocal', ['uniquelocal']],
    ['loopback, 10.1.0.0/16,2001:db8::7', ['loopback', '10.1.0.0/16', '2001:db8::7']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
    const { isProxy } = createClientReader(read(text));
    const isNear = (network: RegExp) => expected.some((entry) => network.test(entry));
    expect([
      isProxy('127.0.0.1') && isProxy('::1'),
      isProxy('192.168.0.1') && isProxy('fd00::1'),
      isProxy('169.254.0.1') && isProxy('fe80::1%eth0'),
      isProxy('10.1.2.3'),
      isProxy('8.8.8.8'),
    ]).toEqual([
      isNear(/^loopback$/),
      isNear(/^uniquelocal$/),
      isNear(/^linklocal$/),
      isNear(/^uniquelocal$|^10\.1/),
      false,
    ]);
  });

  // S3: a proxy that passes its clients' own headers on must not be believed by default.
  it.each([
    [undefined, ['loopback']],
    ['http://localhost:9000', ['loopback']],
    ['http://ads.localhost', ['loopback']],
    ['http://[::1]:8080', ['loopback']],
    ['https://ads.example', []],
    ['http://192.168.1.20:8080', []],
    ['http://localhost.ads.example', []],
  ])('unset with APP_URL %s: %j', (APP_URL, expected) => {
    expect(readConfig({ APP_URL }).trustProxy).toEqual(expected);
    expect(readConfig({ APP_URL, TRUST_PROXY: 'loopback' }).trustProxy).toEqual(['loopback']);
  });

  it.each([
    'everyone',
    'true',
    '1',
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::1/129',
    'fe80::1%eth0',
    'constructor',
  ])('refuses %s in a sentence', (text) => {
    expect(() => read(text)).toThrow(ConfigError);
    expect(() => read(text)).toThrow(`TRUST_PROXY: must be none, private`);
  });
});

describe('PROXY_HEADER', () => {
  it('is X-Forwarded-For unless the proxy writes Forwarded', () => {
    expect(readConfig({}).proxyHeader).toBe('x-forwarded-for');
    expect(readConfig({ PROXY_HEADER: 'forwarded' }).proxyHeader).toBe('forwarded');
    expect(() => readConfig({ PROXY_HEADER: 'X-Real-IP' })).toThrow(
      'PROXY_HEADER: must be x-forwarded-for or forwarded',
    );
  });
});

describe('warnings', () => {
  const namesOf = (env: NodeJS.ProcessEnv) =>
    readConfig({ CREATIVES_URL: 'https://files.example', ...env }).warnings.map(({ name }) => name);

  it.each([
    [{}, []],
    [{ APP_URL: 'http://127.9.9.9' }, []],
    [{ APP_URL: 'https://ads.example' }, ['trust_proxy']],
    [{ APP_URL: 'https://ads.example', TRUST_PROXY: ' ' }, ['trust_proxy']],
    [{ APP_URL: 'https://ads.example', TRUST_PROXY: 'none' }, []],
    [{ APP_URL: 'https://ads.example', TRUST_PROXY: 'private' }, []],
    [{ APP_URL: 'https://ads.example', TRUST_PROXY: 'none', DEV_DOORS: '1' }, ['dev_doors']],
    [{ APP_URL: 'https://ads.example', DEV_DOORS: '1', NODE_ENV: 'production' }, ['trust_proxy']],
  ])('with %j: %j', (env, names) => expect(namesOf(env)).toEqual(names));
});

describe('developers’ doors', () => {
  it.each([
    [{}, true],
    [{ APP_URL: 'http://localhost:8080' }, true],
    [{ APP_URL: 'http://EZ.localhost' }, true],
    [{ APP_URL: 'http://127.1.2.3:80' }, true],
    [{ APP_URL: 'http://[::1]:8080' }, true],
    [{ APP_URL: 'http://[::ffff:127.0.0.1]' }, true],
    [{ APP_URL: 'http://localhost', DEV_DOORS: '0' }, false],
    [{ APP_URL: 'http://localhost', NODE_ENV: 'production' }, false],
    [{ APP_URL: 'http://localhost', NODE_ENV: 'prod', DEV_DOORS: '1' }, false],
    [{ APP_URL: 'https://ads.example' }, false],
    [{ APP_URL: 'http://localhost@ads.example' }, false],
    [{ APP_URL: 'http://127.0.0.1.ads.example' }, false],
    [{ APP_URL: 'http://10.0.0.1' }, false],
    [{ APP_URL: 'http://[::2]' }, false],
    [{ APP_URL: 'https://ads.example', NODE_ENV: 'staging' }, false],
    [{ APP_URL: 'https://ads.example', DEV_DOORS: '1' }, true],
  ])('with %j: %s', (env, open) => {
    const { devDoors, sandboxGateway, localBuilds } = readConfig(env);
    expect([devDoors, sandboxGateway, !localBuilds || devDoors]).toEqual([open, open, true]);
  });
});

describe('builds of a browser’s own machine', () => {
  const DATABASE_URL = 'postgres://app@db/ezdash';
  it.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'Prod', APP_URL: 'https://ads.example' }, false],
    [{ NODE_ENV: 'live', APP_URL: 'https://ads.example' }, false],
    [{ NODE_ENV: 'development', APP_URL: 'http://localhost:8080' }, true],
    // Nobody said what it is: others reach it, a proxy stands in front of it, or it has a database of its own.
    [{ APP_URL: 'https://ads.example' }, false],
    [{ NODE_ENV: 'development', APP_URL: 'https://ads.example' }, false],
    [{ TRUST_PROXY: 'private' }, false],
    [{ DATABASE_URL }, false],
    [{ DATABASE_URL, APP_URL: 'http://127.0.0.1:8080' }, true],
    [{ DATABASE_URL, DEMO: '1' }, true],
    [{ NODE_ENV: 'staging', APP_URL: 'https://staging.example', DATABASE_URL }, false],
    [{ NODE_ENV: 'staging', APP_URL: 'https://staging.example', DATABASE_URL, DEV_DOORS: '1' }, true],
    [{ NODE_ENV: 'staging', TRUST_PROXY: 'private' }, true],
  ])('with %j: %s', (env, takes) => {
    expect(readConfig(env).localBuilds).toBe(takes);
  });
});

describe('where releases lie', () => {
  it('is DATA_DIR unless a bucket is named', () => {
    expect(readConfig({}).releaseBucket).toBeNull();
    expect(readConfig({ RELEASE_STORE: 's3://releases' }).releaseBucket).toEqual({
      bucket: 'releases',
      prefix: '',
    });
    const there = { RELEASE_STORE: 's3://releases/ads/live/', AWS_REGION: 'eu-central-1' };
    expect(readConfig(there).releaseBucket).toEqual({
      bucket: 'releases',
      prefix: 'ads/live/',
      region: 'eu-central-1',
    });
    const other = { RELEASE_STORE: 's3://releases', RELEASE_STORE_ENDPOINT: 'http://store:9000' };
    expect(readConfig(other).releaseBucket).toEqual({
      bucket: 'releases',
      prefix: '',
      endpoint: 'http://store:9000',
      region: 'us-east-1',
    });
  });

  it.each([
    'releases',
    'https://releases',
    's3://R',
    's3://releases/../other',
    's3://releases//x',
    's3://releases?x',
  ])('is not %s', (place) => {
    expect(() => readConfig({ RELEASE_STORE: place })).toThrow('RELEASE_STORE: must be s3://BUCKET');
  });

  it('has no endpoint without a bucket', () => {
    expect(() => readConfig({ RELEASE_STORE_ENDPOINT: 'http://store:9000' })).toThrow(
      'RELEASE_STORE_ENDPOINT needs RELEASE_STORE beside it',
    );
  });
});

it('names the browser of the gate, or leaves it to be found', () => {
  expect(readConfig({}).gateBrowser).toBeNull();
  expect(readConfig({ CHROMIUM_PATH: '/a' }).gateBrowser).toBe('/a');
  expect(readConfig({ CHROMIUM_PATH: '/a', GATE_BROWSER: '/b' }).gateBrowser).toBe('/b');
});

describe('the broadcaster', () => {
  const app = { REVERB_APP_ID: '7', REVERB_APP_KEY: 'key-of-7', REVERB_APP_SECRET: 'secret-of-7' };

  it('is the server’s own unless REVERB_HOST names another', () => {
    expect(readConfig({}).reverb).toEqual({});
    expect(readConfig({ REVERB_APP_KEY: 'known' }).reverb).toEqual({ key: 'known' });
    expect(readConfig({ REVERB_HOST: 'ws.ads.test', ...app }).reverb).toEqual({
      outside: { host: 'ws.ads.test', port: 443, scheme: 'https' },
      appId: '7',
      key: 'key-of-7',
      secret: 'secret-of-7',
    });
    const plain = { REVERB_HOST: 'reverb', REVERB_PORT: '8085', REVERB_SCHEME: 'http', ...app };
    expect(readConfig(plain).reverb.outside).toEqual({ host: 'reverb', port: 8085, scheme: 'http' });
  });

  it('takes one Redis, or the nodes of a cluster', () => {
    const cluster = 'redis://a:6379,rediss://user:secret@b:6380';
    expect(readConfig({ REDIS_URL: cluster }).redisUrl).toBe(cluster);
    expect(() => readConfig({ REDIS_URL: 'redis://a:6379,b:6379' })).toThrow('REDIS_URL: must be addresses');
  });

  it('asks for what an outside one knows the app by, and for a host that is one', () => {
    expect(() => readConfig({ REVERB_HOST: 'ws.ads.test', REVERB_APP_ID: '7' })).toThrow(
      'REVERB_HOST needs REVERB_APP_KEY, REVERB_APP_SECRET beside it',
    );
    expect(() => readConfig({ REVERB_HOST: 'https://ws.ads.test', ...app })).toThrow('REVERB_HOST: must be');
    expect(() => readConfig({ REVERB_APP_KEY: 'a:b' })).toThrow('REVERB_APP_KEY: must have');
  });
});

describe('SENTRY_DSN', () => {
  const dsn = 'https://0123456789abcdef@o1.ingest.example.com/42';
  const read = (env: NodeJS.ProcessEnv) => readConfig(env).errorReports;

  it('is nowhere by default', () =>
    expect(read({})).toEqual({ dsn: null, remotes: {}, apiDsn: null, environment: 'development' }));

  it('is for the pages and the server, unless a team has its own', () => {
    const other = (project: number) => `https://k@errors.example.com/sentry/${project}`;
    expect(read({ SENTRY_DSN: dsn, NODE_ENV: 'production' })).toEqual({
      dsn,
      remotes: {},
      apiDsn: dsn,
      environment: 'production',
    });
    expect(
      read({
        SENTRY_DSN: dsn,
        SENTRY_DSN_API: other(3),
        SENTRY_DSN_MF_ADVERTISER: other(4),
        SENTRY_DSN_MF_DEBUG: other(5),
        SENTRY_ENVIRONMENT: 'staging-2',
      }),
    ).toEqual({
      dsn,
      remotes: { 'mf-advertiser': other(4), 'mf-debug': other(5) },
      apiDsn: other(3),
      environment: 'staging-2',
    });
  });

  it('may be that of the server alone, but not that of remotes alone', () => {
    expect(read({ SENTRY_DSN_API: dsn })).toMatchObject({ dsn: null, apiDsn: dsn });
    expect(() => read({ SENTRY_DSN_MF_AUTH: dsn })).toThrow('SENTRY_DSN_MF_… needs SENTRY_DSN');
  });

  it.each([
    'errors.example.com/42',
    'https://o1.ingest.example.com/42',
    'https://key:secret@o1.ingest.example.com/42',
    'https://key@o1.ingest.example.com',
    'https://key@o1.ingest.example.com/project',
    'https://key@o1.ingest.example.com/42?x=1',
    'https://key@o1.ingest.example.com/4;2/42',
    'ftp://key@o1.ingest.example.com/42',
  ])('refuses %s', (text) => {
    expect(() => read({ SENTRY_DSN: text })).toThrow('SENTRY_DSN: must be a DSN without a secret');
  });

  it.each(['None', 'a b', 'a/b', 'x'.repeat(65)])('refuses the environment %s', (text) => {
    expect(() => read({ SENTRY_ENVIRONMENT: text })).toThrow('SENTRY_ENVIRONMENT: must have 1 to 64 letters');
  });
});
