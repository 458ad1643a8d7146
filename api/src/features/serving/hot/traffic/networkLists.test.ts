import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../platform/log';
import { temporaryDir } from '../../testWorld';
import { createTraffic } from './createTraffic';
import { NETWORK_KINDS } from './networkKind';
import { followNetworkLists } from './networkLists';

let data: Awaited<ReturnType<typeof temporaryDir>>;
beforeEach(async () => {
  data = await temporaryDir();
});
afterEach(() => data.remove());
const write = (name: string, text: string) => writeFile(join(data.dir, name), text);

test('all files of a folder, and again when one of them changes, comes or goes', async () => {
  await write('aws.json', '{"ip_prefix": "3.5.140.0/22"}');
  await mkdir(join(data.dir, 'old'));
  await write('.download', '1.0.0.0/8');
  const read: string[][] = [];
  const lists = await followNetworkLists([data.dir], (networks) => read.push(networks), silentLog);
  expect(read).toEqual([['3.5.140.0/22']]);
  expect(await lists.look()).toBe(false);
  await write('own.txt', '192.0.2.0/24');
  expect(await lists.look()).toBe(true);
  expect(read.at(-1)).toEqual(['3.5.140.0/22', '192.0.2.0/24']);
  await write('own.txt', '192.0.3.0/24');
  await utimes(join(data.dir, 'own.txt'), 1, 1);
  expect(await lists.look()).toBe(true);
  expect(read.at(-1)).toContain('192.0.3.0/24');
  await rm(join(data.dir, 'aws.json'));
  expect(await lists.look()).toBe(true);
  expect(read.at(-1)).toEqual(['192.0.3.0/24']);
  // A download that went wrong changes nothing.
  await write('own.txt', '<html>503</html>');
  await expect(lists.look()).rejects.toThrow('names no network');
  expect(read).toHaveLength(4);
  lists.stop();
});

test('lists that cannot be read, or are none, are said at the start', async () => {
  await write('page.html', '<html></html>');
  await expect(followNetworkLists([join(data.dir, 'page.html')], () => {}, silentLog)).rejects.toThrow(
    /^DATA_CENTRE_NETWORKS: .*page\.html names no network\.$/,
  );
  await expect(followNetworkLists([join(data.dir, 'missing')], () => {}, silentLog)).rejects.toThrow(
    'ENOENT',
  );
});

test('the operator’s lists take the place of the known clouds', async () => {
  await write('own.txt', '192.0.2.0/24');
  const kindsWith = async (dataCentreLists?: string[]) => {
    const traffic = createTraffic({ dataCentreLists, internalNetworks: ['198.51.100.0/24'], log: silentLog });
    await traffic.start();
    traffic.stop();
    return ['52.18.0.1', '192.0.2.1', '198.51.100.1'].map((address) => traffic.networks.of(address));
  };
  const { ordinary, internal } = NETWORK_KINDS;
  const dataCentre = NETWORK_KINDS['data-centre'];
  expect(await kindsWith()).toEqual([dataCentre, ordinary, internal]);
  expect(await kindsWith([])).toEqual([ordinary, ordinary, internal]);
  expect(await kindsWith([data.dir])).toEqual([ordinary, dataCentre, internal]);
});
