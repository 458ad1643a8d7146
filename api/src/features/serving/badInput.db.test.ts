import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { publicId, serveAnswer } from '@ezdash/contracts';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { BROWSER, makeWorld, temporaryDir, type World } from './testWorld';

let app: WholeApp;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let zone = '';
let token = '';
let port = 0;
let journalBefore = '';

beforeAll(async () => {
  data = await temporaryDir();
  app = await startWholeApp({ DATA_DIR: data.dir });
  port = Number(new URL(app.url).port);
  world = await makeWorld(app.test.db);
  zone = publicId('zone', world.zoneId);
  token = await knownToken();
  // The count of that request is on its way to the journal.
  await new Promise((resolve) => setTimeout(resolve, 600));
  journalBefore = await journalHash();
}, 120_000);
afterAll(async () => {
  await app.close();
  await data.remove();
});

/** Waits until the index has the zone. */
async function knownToken(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await app.client().request(`/serve?zones=${zone}`, { headers: { 'User-Agent': BROWSER } });
    const [ad] = serveAnswer.parse(answer.body).ads;
    if (ad?.candidates[0]) return ad.candidates[0].token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The index never got the zone');
}

async function journalHash(): Promise<string> {
  const folder = join(data.dir, 'journal', 'n1');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).sort())
    hash.update(file).update(await readFile(join(folder, file)));
  return hash.digest('hex');
}

/** Sends bytes as they are and answers what came back until the server hung up. */
async function send(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1');
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await once(socket, 'close');
  return answer;
}
interface Rest {
  method?: string;
  headers?: string;
  body?: string;
}
const http = (target: string, { method = 'GET', headers = '', body = '' }: Rest = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: ads.example\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n${headers}\r\n${body}`;

/** A figure of /metrics, 0 when it was never counted. */
async function metric(name: string): Promise<number> {
  const { text } = await app.client().get('/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}
const refused = (code: string) => `ezdash_serve_refusals_total{code="${code}"}`;
const unreadable = (code: string) => `http_client_errors_total{code="${code}"}`;
const decided = (reason: string) => `ezdash_decisions_total{reason="${reason}"}`;

const MEGABYTE = 1_048_576;
const forged = () => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
const signed = () => token.slice(0, 20).concat('_'.repeat(token.length - 20));

/** What is sent, the status that answers it, and the figure that counts it. */
type Case = [string, () => string | Buffer, number, string];

const QUERIES: Case[] = [
  ['no zones', () => http('/serve'), 400, refused('ZONES_MISSING')],
  ['empty zones', () => http('/serve?zones='), 400, refused('ZONES_MISSING')],
  ['an unknown zone', () => http('/serve?zones=z_nothing'), 200, decided('unknown-zone')],
  ['a zone of another kind of thing', () => http('/serve?zones=cr_1001'), 200, decided('unknown-zone')],
  ['a zone that is markup', () => http('/serve?zones=%3Cscript%3E'), 400, refused('ZONES_MALFORMED')],
  ['a zone that is SQL', () => http("/serve?zones=z_1'--"), 400, refused('ZONES_MALFORMED')],
  ['a null byte in a zone', () => http('/serve?zones=z_1%00'), 400, refused('ZONES_MALFORMED')],
  [
    'one zone too many',
    () => http(`/serve?zones=${new Array(21).fill('z_1').join()}`),
    400,
    refused('TOO_MANY_ZONES'),
  ],
  [
    'ten thousand zones',
    () => http(`/serve?zones=${new Array(10_000).fill('z_1').join()}`),
    431,
    unreadable('HEADERS_TOO_LARGE'),
  ],
  [
    'seven hundred zones',
    () => http(`/serve?zones=${new Array(700).fill('z_1').join()}`),
    414,
    refused('URL_TOO_LONG'),
  ],
  ['a size that is none', () => http(`/serve?zones=${zone}&size=wide`), 400, refused('SIZE_MALFORMED')],
  ['a size of nothing', () => http(`/serve?zones=${zone}&size=0x250`), 400, refused('SIZE_MALFORMED')],
  ['the wrong size', () => http(`/serve?zones=${zone}&size=728x90`), 400, refused('SIZE_MISMATCH')],
  ['an escape that is cut', () => http('/serve?zones=%E4%'), 400, refused('QUERY_MALFORMED')],
  ['escapes that are no UTF-8', () => http('/serve?zones=%FF%FE'), 400, refused('QUERY_MALFORMED')],
  [
    'keywords that are no UTF-8',
    () => http(`/serve?zones=${zone}&kw=%C3%28`),
    400,
    refused('QUERY_MALFORMED'),
  ],
  [
    'the same parameter twice, the first counts',
    () => http('/serve?zones=z_nothing&zones=z_1'),
    200,
    decided('unknown-zone'),
  ],
  [
    'an absolute address',
    () => http('http://ads.example/serve?zones=z_nothing'),
    200,
    decided('unknown-zone'),
  ],
  [
    'a query of a megabyte',
    () => http(`/serve?zones=${zone}&x=${'x'.repeat(MEGABYTE)}`),
    431,
    unreadable('HEADERS_TOO_LARGE'),
  ],
  [
    'an address of three thousand characters',
    () => http(`/serve?zones=${zone}&x=${'x'.repeat(3_000)}`),
    414,
    refused('URL_TOO_LONG'),
  ],
];

const METHODS: Case[] = [
  [
    'POST to /serve',
    () => http(`/serve?zones=${zone}`, { method: 'POST', headers: 'Content-Length: 2\r\n', body: '{}' }),
    405,
    refused('METHOD_NOT_ALLOWED'),
  ],
  [
    'DELETE of /serve',
    () => http(`/serve?zones=${zone}`, { method: 'DELETE' }),
    405,
    refused('METHOD_NOT_ALLOWED'),
  ],
  ['PUT of an event', () => http(`/e/i/${token}`, { method: 'PUT' }), 405, refused('METHOD_NOT_ALLOWED')],
  ['TRACE', () => http('/serve?zones=z_1', { method: 'TRACE' }), 405, refused('METHOD_NOT_ALLOWED')],
  [
    'a method nobody knows',
    () => http('/serve?zones=z_1', { method: 'STEAL' }),
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
];

const TOKENS: Case[] = [
  ['a forged token', () => http(`/e/i/${forged()}`), 400, refused('TOKEN_FORGED')],
  ['a token with another payload', () => http(`/e/c/${signed()}`), 400, refused('TOKEN_FORGED')],
  ['a cut token', () => http(`/e/v/${token.slice(0, -4)}`), 400, refused('TOKEN_FORGED')],
  ['no token', () => http('/e/i/'), 400, refused('TOKEN_FORGED')],
  ['a token of escapes', () => http('/e/i/%00%ff%fe'), 400, refused('TOKEN_FORGED')],
  ['a forged token, counted as such', () => http(`/e/c/${forged()}`), 400, 'ezdash_tokens_forged'],
  ['a token that is too long', () => http(`/e/i/${token}${'A'.repeat(1_000)}`), 400, refused('TOKEN_FORGED')],
  [
    'a token of ten thousand characters',
    () => http(`/e/i/${'A'.repeat(10_000)}`),
    414,
    refused('URL_TOO_LONG'),
  ],
  ['an event nobody knows', () => http(`/e/z/${token}`), 404, refused('NOT_FOUND')],
  ['an event without a name', () => http('/e/'), 404, refused('NOT_FOUND')],
  [
    'a beacon with a megabyte of body',
    () =>
      http(`/e/i/${forged()}`, {
        method: 'POST',
        headers: `Content-Length: ${MEGABYTE}\r\n`,
        body: 'x'.repeat(MEGABYTE),
      }),
    400,
    refused('TOKEN_FORGED'),
  ],
];

const BYTES: Case[] = [
  [
    'headers that are no UTF-8',
    () =>
      http('/serve?zones=z_nothing', {
        headers: 'X-Forwarded-For: \xff\xfe\r\nAccept-Language: \xc3\x28\r\nUser-Agent: \x80\r\n',
      }),
    200,
    decided('unknown-zone'),
  ],
  [
    'a null byte in a header',
    () => http('/serve?zones=z_1', { headers: 'X-A: a\0b\r\n' }),
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'a line break in the address',
    () => 'GET /serve?zones=z_1\nX HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'a header of a megabyte',
    () => http('/serve?zones=z_1', { headers: `Cookie: ${'x'.repeat(MEGABYTE)}\r\n` }),
    431,
    unreadable('HEADERS_TOO_LARGE'),
  ],
  [
    'two lengths',
    () =>
      http(`/e/i/${token}`, {
        method: 'POST',
        headers: 'Content-Length: 1\r\nContent-Length: 2\r\n',
        body: 'ab',
      }),
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'a length and chunks at once',
    () =>
      http(`/e/i/${token}`, {
        method: 'POST',
        headers: 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
        body: '0\r\n\r\n',
      }),
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'TLS where none is spoken',
    () => Buffer.from('16030100c8010000c40303', 'hex'),
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'HTTP/2 before it was agreed on',
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    400,
    unreadable('REQUEST_MALFORMED'),
  ],
  [
    'rubbish behind a request',
    () =>
      `GET /serve?zones=z_nothing HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\n\r\n\x01\x02\x03 rubbish\r\n\r\n`,
    200,
    unreadable('REQUEST_MALFORMED'),
  ],
  ['a file that is none', () => http('/creatives/../../secrets.json'), 404, refused('NOT_FOUND')],
  ['a file of escapes', () => http('/creatives/%2e%2e%2fsecrets.json'), 404, refused('NOT_FOUND')],
];

describe.each([
  ['queries', QUERIES],
  ['methods', METHODS],
  ['tokens', TOKENS],
  ['bytes', BYTES],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (_name, bytes, status, figure) => {
    const before = await metric(figure);
    const answer = await send(bytes());
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(await metric(figure)).toBe(before + 1);
    if (status < 400) return;
    const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
    // Nothing that was sent comes back.
    expect(JSON.stringify(body)).not.toMatch(/script|'--|%00|\\u0000/);
  });
});

test('a thousand of them at once, and the server goes on', async () => {
  const all = [...QUERIES, ...METHODS, ...TOKENS, ...BYTES].filter(([name]) => !name.includes('megabyte'));
  const flood = Array.from({ length: 1_000 }, (_, index) => all[index % all.length]?.[1]() ?? '');
  for (let from = 0; from < flood.length; from += 50)
    await Promise.all(flood.slice(from, from + 50).map((bytes) => send(bytes)));
  expect((await app.client().get('/healthz')).status).toBe(200);
});

test('none of it is in the journal, and a good request is answered as ever', async () => {
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await journalHash()).toBe(journalBefore);
  const answer = await send(http(`/serve?zones=${zone}&size=300x250`));
  const { ads } = serveAnswer.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
  expect(ads[0]?.candidates).toHaveLength(1);
  expect(await send(http(`/e/i/${ads[0]?.candidates[0]?.token}`))).toMatch(/^HTTP\/1\.1 204 /);
  expect(await journalHash()).not.toBe(journalBefore);
});
