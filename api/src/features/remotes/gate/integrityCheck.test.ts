import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { makeRelease } from '../testReleases';
import { integrityCheck } from './integrityCheck';

const describedAs = (bytes: Buffer) => ({
  integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  byteCount: bytes.length,
});

/** A release and its files, whole. */
function makeFiles() {
  const names = ['remoteEntry.js', 'App.js', 'App.css'];
  const files = new Map(names.map((name) => [name, Buffer.from(`bytes of ${name}`)]));
  const described = Object.fromEntries([...files].map(([name, bytes]) => [name, describedAs(bytes)]));
  const release = makeRelease({ files: described });
  const read = async (file: string) => {
    const found = files.get(file);
    if (!found) throw new Error(`no ${file}`);
    return found;
  };
  return { files, release, check: () => integrityCheck(release, read) };
}

test('a whole release passes, with copies and without', async () => {
  const { files, check } = makeFiles();
  expect(await check()).toMatchObject({ check: 'integrity', outcome: 'passed', detail: '3 files' });
  for (const [name, bytes] of [...files]) {
    files.set(`${name}.br`, brotliCompressSync(bytes));
    files.set(`${name}.gz`, gzipSync(bytes));
  }
  expect((await check()).outcome).toBe('passed');
});

test('a file that is gone, one that was changed and one of another size are each named', async () => {
  const { files, release, check } = makeFiles();
  files.delete('remoteEntry.js');
  files.set('App.js', Buffer.from('other bytes'));
  const css = release.files['App.css'];
  if (!css) throw new Error('no App.css');
  css.byteCount += 1;
  expect(await check()).toMatchObject({
    outcome: 'failed',
    detail:
      'remoteEntry.js is not there; App.js has other bytes than its hash says; App.css has another size than described',
  });
});

test.each([
  ['of another file', brotliCompressSync('bytes of App.cs')],
  ['that is none', Buffer.from('no Brotli')],
])('a compressed copy %s is what browsers would get', async (_, copy) => {
  const { files, check } = makeFiles();
  files.set('App.css.br', copy);
  expect(await check()).toMatchObject({ outcome: 'failed', detail: 'App.css.br is not App.css' });
});

test('what a page may ask for by name is described', async () => {
  const { release, check } = makeFiles();
  release.types = 'types.zip';
  release.modules.Other = { scripts: ['Other.js'], styles: [], tiers: [] };
  delete release.files['remoteEntry.js'];
  expect((await check()).detail).toBe(
    'remoteEntry.js is not described; Other.js is not described; types.zip is not described',
  );
});

test('of many problems some are named and the rest is counted', async () => {
  const { files, release, check } = makeFiles();
  files.clear();
  for (let index = 0; index < 5; index++) release.files[`${index}.js`] = describedAs(Buffer.from(`${index}`));
  expect((await check()).detail).toMatch(/^(\S+ is not there; ){5}3 more$/);
});
