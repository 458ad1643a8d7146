import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecrets } from './secrets';

describe('readSecrets', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('makes them once, for the owner alone', () => {
    const made = readSecrets(dataDir);
    expect(readSecrets(dataDir)).toEqual(made);
    expect(made.session).not.toBe(made.token);
    expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('does not replace a damaged file in silence: that would sign everybody out', () => {
    writeFileSync(path.join(dataDir, 'secrets.json'), '{"session": "sho');
    expect(() => readSecrets(dataDir)).toThrow('is damaged');
    expect(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).toBe('{"session": "sho');
  });

  it('adds the broadcaster’s keys to a file of an older release, the same in each copy, and keeps what it holds', () => {
    const file = path.join(dataDir, 'secrets.json');
    const old = { session: 's'.repeat(43), token: 't'.repeat(43) };
    writeFileSync(file, JSON.stringify(old));
    const read = readSecrets(dataDir);
    expect(read).toMatchObject(old);
    expect(read.reverb.key).toMatch(/^[0-9a-f]{20}$/);
    expect(read.reverb.appId).toMatch(/^\d{6}$/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(read);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, JSON.stringify(old));
    expect(readSecrets(dataDir)).toEqual(read);
  });

  it('gives each network keys of its own', () => {
    const first = readSecrets(dataDir);
    rmSync(path.join(dataDir, 'secrets.json'));
    expect(readSecrets(dataDir).reverb.secret).not.toBe(first.reverb.secret);
  });
});
