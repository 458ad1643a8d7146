import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Asset } from '@ezdash/contracts';
import { createTestDb, fakeClock, type MadeUser, makeAdvertiser, type TestDb, until } from '../../testing';
import type { UploadService } from '.';
import { createPartFiles } from './partFiles';
import { mp4Of } from './testVideo';
import { createUploadService } from './uploads.service';

const clock = fakeClock('2026-11-21T14:00:00.000Z');
let test_: TestDb;
let dataDir: string;
let owner: MadeUser;

beforeAll(async () => {
  test_ = await createTestDb();
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-checks-'));
});
afterAll(async () => {
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

const ASSET = { id: 'as_1', url: '/creatives/a.mp4' } as Asset;
/** Whose answers the test gives. */
let checks: { resolve: (asset: Asset) => void; reject: (error: Error) => void }[];
let service: UploadService;

beforeEach(async () => {
  owner = await makeAdvertiser(test_.db);
  checks = [];
  service = createUploadService({
    db: test_.db,
    clock,
    files: createPartFiles(dataDir),
    assets: {
      requireRoom: async () => {},
      upload: () => Promise.reject(new Error('No video')),
      uploadVideo: () => new Promise((resolve, reject) => checks.push({ resolve, reject })),
    },
  });
});
async function whole(durationMs: number): Promise<string> {
  const bytes = mp4Of({ durationMs });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const input = { name: 'film.mp4', content_type: 'video/mp4' as const, bytes: bytes.length, sha256 };
  const { id } = await service.open(owner.id, input);
  await service.append(owner.id, id, 0, bytes);
  return id;
}
const begun = (count: number) =>
  until(
    async () => checks.length,
    (length) => length === count,
    'The check',
  );

test('a whole file is checked once, however many finish it at once', async () => {
  const id = await whole(7_000);
  const answers = [1, 2, 3].map(() => service.finish(owner.id, id).catch(({ code }) => code));
  await begun(1);
  checks[0]?.resolve(ASSET);
  const told = await Promise.all(answers);
  expect(told.filter((answer) => answer === ASSET)).toHaveLength(1);
  // Whoever asks behind the answer finds nothing any more.
  for (const answer of told) expect([ASSET, 'UPLOAD_FINISHING', 'UPLOAD_OVER']).toContain(answer);
  expect(checks).toHaveLength(1);
});

test('two files of one owner are checked at a time', async () => {
  const [first = '', second = '', third = ''] = [await whole(8_000), await whole(8_001), await whole(8_002)];
  const both = [service.finish(owner.id, first), service.finish(owner.id, second)];
  await begun(2);
  await expect(service.finish(owner.id, first)).rejects.toMatchObject({
    status: 409,
    code: 'UPLOAD_FINISHING',
  });
  await expect(service.finish(owner.id, third)).rejects.toMatchObject({
    status: 429,
    code: 'UPLOADS_FINISHING',
    headers: { 'Retry-After': '2' },
  });
  for (const check of checks) check.resolve(ASSET);
  await Promise.all(both);
  const last = service.finish(owner.id, third);
  await begun(3);
  checks[2]?.resolve(ASSET);
  expect(await last).toBe(ASSET);
});

test('a file can be finished again after trouble of our own and after a server that is gone', async () => {
  const id = await whole(9_000);
  const failed = service.finish(owner.id, id).catch((error: unknown) => error);
  await begun(1);
  checks[0]?.reject(new Error('no memory'));
  expect(await failed).toMatchObject({ message: 'no memory' });
  void service.finish(owner.id, id).catch(() => {});
  await begun(2);
  // Of the second one nothing is ever heard.
  clock.advance(5 * 60_000);
  const third = service.finish(owner.id, id);
  await begun(3);
  checks[2]?.resolve(ASSET);
  expect(await third).toBe(ASSET);
});
