import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Registry, releaseVersion } from '@ezdash/contracts';
import { Registry as MetricsRegistry } from 'prom-client';
import { createLog } from '../../../platform/log';
import { buildApp, createTestDb, fakeClock, type TestApp, type TestDb, until } from '../../../testing';
import { archiveOf } from '../publish/testArchive';
import { startTestBucket, type TestBucket } from '../store/testBucket';
import { createTestRemotes, type TestRemotes } from '../testRemotes';

const NAME = 'mf-advertiser';
const by = { actor: { kind: 'command' }, why: '' } as const;
const clock = fakeClock();

let test: TestDb;
let scratch = '';
let remotes: TestRemotes;
let app: TestApp;
let metrics: MetricsRegistry;
let lines: string[];

async function open(bucket: TestBucket | null): Promise<void> {
  test = await createTestDb();
  scratch = mkdtempSync(path.join(os.tmpdir(), 'lost-'));
  lines = [];
  metrics = new MetricsRegistry();
  const log = createLog({ production: true, level: 'info', write: (line) => lines.push(line) });
  remotes = createTestRemotes(test, {
    dataDir: scratch,
    bucket: bucket?.place ?? null,
    clock,
    log,
    metrics,
  });
  for (const version of ['1.0.0', '1.1.0']) {
    await publish(version);
    await remotes.activation.activate(NAME, { version, why: '' }, by);
  }
  app = await buildApp({ test, mounts: remotes.mounts });
}
afterEach(async () => {
  await app.close();
  await remotes.close();
  await test.drop();
});

const publish = (version: string) => {
  const archive = archiveOf(version, { version: releaseVersion.parse(version) });
  return remotes.publishing.publish(by.actor, { remote: NAME, archive, commit: null });
};
const folderOf = (version: string) => path.join(scratch, 'remotes', NAME, version);
const given = async () =>
  (await app.client().get<Registry>('/remotes/registry.json')).body[NAME]?.version ?? null;
const statusOf = async (version: string, file = 'App.js') =>
  (await fetch(`${app.url}/remotes/${NAME}/${version}/${file}`)).status;
const givenSoon = (version: string | null) =>
  until(given, (now) => now === version, `${version} in the place of the other`);
const said = (word: string) => lines.filter((line) => line.includes(word)).length;
const counted = async () => /lost_total\{remote="mf-advertiser"\} (\d+)/.exec(await metrics.metrics())?.[1];
/** As the server does every ten seconds while files are missing. */
const lookAgain = () => remotes.activation.follow();

describe('on a disk alone', () => {
  beforeEach(() => open(null));

  it('where no release is whole the newest is given all the same, so that its pages can say what is wrong', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      for (const copy of ['', '.br', '.gz'])
        rmSync(path.join(folderOf(version), `App.js${copy}`), { force: true });
    expect(await statusOf('1.1.0')).toBe(404);
    await givenSoon('1.0.0');
    expect(await statusOf('1.0.0')).toBe(404);
    await givenSoon('1.1.0');
  });

  it.each([
    ['a file was deleted', (folder: string) => rmSync(path.join(folder, 'App.js'))],
    [
      'a file cannot be read',
      (folder: string) => {
        rmSync(path.join(folder, 'App.js'));
        mkdirSync(path.join(folder, 'App.js'));
      },
    ],
    ['its folder was deleted', (folder: string) => rmSync(folder, { recursive: true })],
  ])('a release of which %s gives way to the one before, once it is asked for', async (_, spoil) => {
    spoil(folderOf('1.1.0'));
    for (const copy of ['App.js.br', 'App.js.gz'])
      rmSync(path.join(folderOf('1.1.0'), copy), { force: true });
    expect(await given()).toBe('1.1.0');
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf('1.1.0')));
    expect(new Set(answers)).toEqual(new Set([404]));
    await givenSoon('1.0.0');
    expect(await statusOf('1.1.0')).toBe(404);
    expect([said('release.file-lost'), said('A release is passed over'), await counted()]).toEqual([
      1,
      1,
      '1',
    ]);
  });

  it('what is left of it is served to pages that run it, and it is back when its files are', async () => {
    const file = path.join(folderOf('1.1.0'), 'App.js');
    for (const copy of [file, `${file}.br`, `${file}.gz`])
      renameSync(copy, path.join(scratch, path.basename(copy)));
    expect(await statusOf('1.1.0')).toBe(404);
    await givenSoon('1.0.0');
    expect(await statusOf('1.1.0', 'App.css')).toBe(200);
    await lookAgain();
    expect(await given()).toBe('1.0.0');
    renameSync(path.join(scratch, 'App.js'), file);
    await lookAgain();
    expect([await given(), await statusOf('1.1.0')]).toEqual(['1.1.0', 200]);
  });

  it('nothing follows from what is asked for that no release has, or that nobody is offered', async () => {
    rmSync(folderOf('1.0.0'), { recursive: true });
    await publish('1.2.0');
    rmSync(folderOf('1.2.0'), { recursive: true });
    for (const [version, file] of [
      ['1.1.0', 'Nothing.js'],
      ['1.1.0', '__proto__.js'],
      ['1.2.0', 'App.js'],
      ['9.9.9', 'App.js'],
    ] as const)
      expect(await statusOf(version, file)).toBe(404);
    expect([await given(), said('release.file-lost')]).toEqual(['1.1.0', 0]);
  });
});

it('with copies in a bucket it is brought here again, and stays what visitors get', async () => {
  const bucket = await startTestBucket(mkdtempSync(path.join(os.tmpdir(), 'lost-bucket-')));
  await open(bucket);
  try {
    const file = path.join(folderOf('1.1.0'), 'App.js');
    const before = readFileSync(file);
    for (const lost of [file, `${file}.br`, `${file}.gz`]) rmSync(lost);
    expect(await statusOf('1.1.0')).toBe(404);
    await until(
      () => statusOf('1.1.0'),
      (status) => status === 200,
      'The file',
    );
    expect(readFileSync(file)).toEqual(before);
    expect([await given(), said('release.file-lost'), said('A release is passed over')]).toEqual([
      '1.1.0',
      1,
      0,
    ]);
  } finally {
    await bucket.stop();
  }
});
