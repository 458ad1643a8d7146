import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { LeanRequest } from './LeanRequest';

let server: Server;
/** What the handler saw in front of Express, and Express behind it. */
let seen: { headers: IncomingHttpHeaders; raw: string[] }[] = [];
let behind: IncomingHttpHeaders[] = [];
const app = express().use((req, res) => {
  behind.push(req.headers);
  res.status(204).end();
});

beforeEach(async () => {
  seen = [];
  behind = [];
  server = createServer({ IncomingMessage: LeanRequest }, (req, res) => {
    seen.push({ headers: { ...req.headers }, raw: req.rawHeaders });
    app(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Everything that comes back until the server closes the connection. */
async function ask(lines: string[], method = 'GET', path = '/serve?zones=z_1'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return text;
}

const HOST = 'HOST: ads.example';

test.each(['/serve', '/serve?zones=z_1', '/e/i/token'])(
  '%s shows what node asks for alone; Express behind it sees everything',
  async (path) => {
    expect(await ask([HOST, 'User-Agent: a', 'DNT: 1'], 'GET', path)).toContain('204 No Content');
    expect(seen[0]?.headers).toEqual({ host: 'ads.example', expect: undefined });
    expect(seen[0]?.raw).toEqual(expect.arrayContaining(['User-Agent', 'a', 'DNT', '1']));
    expect(behind[0]).toEqual({ host: 'ads.example', 'user-agent': 'a', dnt: '1', connection: 'close' });
  },
);

test.each(['/', '/served', '/serve/x', '/even', '/vast/z_1', '/tag.js'])(
  '%s shows all of them',
  async (path) => {
    await ask([HOST, 'User-Agent: a'], 'GET', path);
    expect(seen[0]?.headers).toEqual({ host: 'ads.example', 'user-agent': 'a', connection: 'close' });
  },
);

test('nothing of a request is seen in the next', async () => {
  await ask([HOST]);
  expect(await ask([])).toContain('400 Bad Request');
  expect(seen).toHaveLength(1);
});

test.each([
  ['no host', [], '400 Bad Request'],
  ['an expectation that nobody meets', [HOST, 'Expect: a miracle'], '417 Expectation Failed'],
  ['one that is met', [HOST, 'Expect: 100-continue'], '100 Continue'],
])('%s is answered as node does', async (_, lines, expected) => {
  expect(await ask(lines)).toContain(expected);
});
