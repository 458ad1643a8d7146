import { SOURCES_FILE } from '@ezdash/contracts';
import { readRelease } from './readRelease';
import { packedFiles, type Texts, textsOf } from './testArchive';

const NAME = 'mf-advertiser';
const read = (texts: Texts) =>
  readRelease(NAME, new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])));
const saying = (title: string) => packedFiles(textsOf('one'), { locales: { en: { title } } });

it.each([
  ['a NUL', 'a\u0000b'],
  ['half of a pair', 'a\ud800b'],
])('takes no text that cannot be kept: %s', async (_, title) => {
  await expect(read(saying(title))).rejects.toMatchObject({
    status: 422,
    code: 'RELEASE_BROKEN',
    errors: { 'release.json': ['It has characters that cannot be kept'] },
  });
});

it.each([
  ['the path of a page', { path: '/adver\u200Btiser' }],
  ['the id of a page', { id: 'a\u202Eb' }],
])('takes no name that cannot be seen whole: %s', async (_, change) => {
  const page = { id: 'a', path: '/a', titleKey: 'advertiser:a', access: 'public', built: true, ...change };
  const files = saying('Campaigns');
  const described = JSON.parse(files['release.json'] ?? '');
  described.manifest.pages = [page];
  await expect(read({ ...files, 'release.json': JSON.stringify(described) })).rejects.toMatchObject({
    errors: { 'release.json': ['It has names with characters that cannot be seen'] },
  });
});

it('takes text that only speaks of such', async () => {
  const title = 'a backslash, and u0000: \\u0000 🚀';
  expect((await read(saying(title))).locales).toEqual({ en: { title } });
});

it('takes nothing that is nested without end', async () => {
  const files = saying('Campaigns');
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const document = files['release.json']?.replace('"Campaigns"', deep) ?? '';
  await expect(read({ ...files, 'release.json': document })).rejects.toMatchObject({
    errors: { 'release.json': ['It is nested too deeply'] },
  });
});

it.each(['release.json', SOURCES_FILE])(
  'takes no %s that no server would bring from a bucket',
  async (file) => {
    const files: Texts = { [SOURCES_FILE]: '{}', ...saying('Campaigns') };
    const long = (files[file] ?? '').padEnd(5_000_001, ' ');
    await expect(read({ ...files, [file]: long })).rejects.toMatchObject({
      errors: { [file]: ['It has more than 5 MB'] },
    });
  },
);
