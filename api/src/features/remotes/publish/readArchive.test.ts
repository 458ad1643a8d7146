import { SOURCES_FILE } from '@ezdash/contracts';
import { zipOf } from '../../creatives/testZip';
import { readArchive } from './readArchive';
import { zip } from './testArchive';

const faultsOf = async (archive: Buffer): Promise<string[] | undefined> => {
  const error = await readArchive(archive).then(
    () => null,
    (thrown: { code: string; errors: Record<string, string[]> }) => thrown,
  );
  expect(error?.code).toBe('RELEASE_BROKEN');
  return error?.errors.archive;
};
const file = (name: string, text = 'x') => ({ name, text });

it('reads files by their names, what the inspector reads by its own', async () => {
  const files = await readArchive(
    zip({ 'release.json': '{}', 'App.5147667a.js': 'x', 'sources.json': '{}' }),
  );
  expect([...files.keys()]).toEqual(['release.json', 'App.5147667a.js', SOURCES_FILE]);
  expect(files.get('App.5147667a.js')?.toString()).toBe('x');
});

it.each([
  '../App.js',
  '/App.js',
  'a/App.js',
  '.App.js',
  'App js',
  'Äpp.js',
  '..',
  'a\\b.js',
  'A'.repeat(201),
])('takes no file named %s', async (name) => {
  expect(await faultsOf(zipOf([file('release.json'), file(name)]))).toEqual([
    `A release has no file named ${JSON.stringify(name.slice(0, 200))}`,
  ]);
});

it('takes no file twice, in whatever letters', async () => {
  expect(await faultsOf(zipOf([file('App.js', 'one'), file('App.js', 'two')]))).toEqual([
    'It has "App.js" twice',
  ]);
  expect(await faultsOf(zipOf([file('App.js'), file('app.js')]))).toEqual(['It has "app.js" twice']);
  expect(await faultsOf(zipOf([file(SOURCES_FILE), file('sources.json')]))).toEqual([
    'It has "sources.json" twice',
  ]);
});

it('unpacks no more than was said, and no more than it takes', async () => {
  const bomb = zipOf([file('App.js', 'x'.repeat(61_000_000))]);
  expect(bomb.length).toBeLessThan(200_000);
  expect(await faultsOf(bomb)).toEqual(['Its files have more than 60 MB together']);
  const lying = zipOf([{ ...file('App.js', 'x'.repeat(100_000)), says: 10 }]);
  expect(await faultsOf(lying)).toEqual(['It is damaged: pack it again']);
  const many = zipOf(Array.from({ length: 401 }, (_, index) => file(`App.${index}.js`)));
  expect(await faultsOf(many)).toEqual(['It has more than 400 files']);
});

it.each([
  ['no archive', Buffer.from('nothing'), 'It is no ZIP archive'],
  ['a password', zipOf([{ ...file('App.js'), flags: 1 }]), 'It has a password: pack it without one'],
  ['links', zipOf([{ ...file('App.js'), mode: 0o120777 }]), 'It has links in it: pack the files themselves'],
  ['half of one', zip({ 'App.js': 'x'.repeat(50) }).subarray(20), 'It is damaged: pack it again'],
])('%s', async (_, archive, fault) => {
  expect(await faultsOf(archive)).toEqual([fault]);
});
