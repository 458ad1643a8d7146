import type { Db } from '../../../platform/db';
import { refuseDomain } from './refuseDomain';

/** What is refused by itself is refused before anything is read. */
const nothingRead = {} as Db;
const sentencesOf = (domain: string, ownUrl: string) =>
  refuseDomain(nothingRead, 1, domain, { ownUrl }).then(
    () => [],
    (error: { errors?: { domain?: string[] } }) => error.errors?.domain,
  );

const OWN = 'This is the address of the network itself';
test.each([
  ['co.uk', 'This is an ending that many sites share. Enter your own domain'],
  ['github.io', 'This is an ending that many sites share. Enter your own domain'],
  ['pаypal.example', 'This domain mixes letters of different scripts, as copies of other sites do'],
  ['ads.network.example', OWN],
  ['app.ads.network.example', OWN],
  ['ads.netw0rk.example', 'This domain looks like the address of the network'],
])('%s is refused: %s', async (domain, sentence) => {
  for (const ownUrl of ['https://ads.network.example', 'https://www.ads.network.example:8443'])
    expect(await sentencesOf(domain, ownUrl)).toEqual([sentence]);
});

test('this machine’s own name is nobody’s, where the network itself has no other', async () => {
  expect(await sentencesOf('localhost:4100', 'http://localhost:4000')).toEqual([]);
});
