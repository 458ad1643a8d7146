import { readConfig } from '.';
import { creativesWarning } from './creatives';

describe('the creatives’ host', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(env).creatives;

  it.each([
    [{}, 'http://localhost:8082', 8082],
    // Servers side by side, with ports one after another, have theirs elsewhere.
    [{ PORT: '9100' }, 'http://localhost:10100', 10_100],
    [{ PORT: '9102' }, 'http://localhost:10102', 10_102],
    [{ PORT: '65000' }, 'http://localhost:64000', 64_000],
    [{ CREATIVES_PORT: '9' }, 'http://localhost:9', 9],
    [{ APP_URL: 'https://ads.example' }, 'https://ads.example:8082', 8082],
    [{ APP_URL: 'https://ads.example:8443/' }, 'https://ads.example:8082', 8082],
    [{ CREATIVES_URL: 'http://files.example/' }, 'http://files.example', 8082],
    [
      { APP_URL: 'https://ads.example', CREATIVES_URL: 'https://files.example', CREATIVES_PORT: '0' },
      'https://files.example',
      0,
    ],
  ])('with %j is %s, on port %d', (env, origin, port) => {
    expect(read(env)).toMatchObject({ origin, port, isNamed: 'CREATIVES_URL' in env });
  });

  it('is nowhere beside a port that is any', () => {
    expect(read({ PORT: '0' }).port).toBe(0);
  });

  it.each([
    [{ CREATIVES_URL: 'http://localhost:8080' }, 'CREATIVES_URL must differ from APP_URL in host or port'],
    [
      { APP_URL: 'https://a.test', CREATIVES_URL: 'https://A.test:443/' },
      'CREATIVES_URL must differ from APP_URL',
    ],
    [
      { APP_URL: 'https://a.test', CREATIVES_URL: 'http://b.test' },
      'CREATIVES_URL must be https as APP_URL is',
    ],
    [{ CREATIVES_URL: 'https://b.test/files' }, 'CREATIVES_URL: must be a scheme and a host, without a path'],
    [{ CREATIVES_URL: 'https://me@b.test' }, 'CREATIVES_URL: must be a scheme and a host, without a path'],
    [{ CREATIVES_URL: 'b.test' }, 'CREATIVES_URL: must be'],
    [
      { PORT: '9000', CREATIVES_PORT: '9000', CREATIVES_URL: 'http://b.test' },
      'CREATIVES_PORT must differ from PORT',
    ],
    [{ CREATIVES_PORT: '0' }, 'CREATIVES_PORT=0 needs CREATIVES_URL beside it'],
  ])('refuses %j', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
  });

  it.each([
    [{}, false],
    [{ APP_URL: 'http://127.0.0.1:8080' }, false],
    [{ APP_URL: 'http://ads.localhost:8080' }, false],
    [{ APP_URL: 'https://ads.example', CREATIVES_URL: 'https://files.example' }, false],
    [{ APP_URL: 'https://ads.example' }, true],
    [{ APP_URL: 'http://192.168.1.5:8080' }, true],
  ])('warns with %j: %s', (env, warns) => {
    const warning = creativesWarning(readConfig(env));
    expect(warning !== null).toBe(warns);
    if (warning)
      expect(warning.sentence).toMatch(/^CREATIVES_URL isn't set, so ads load from https?:.*:8082\. Set it/);
  });
});
