import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answerUpgrades } from './upgrades';

let server: Server;
let taken = 0;
const waiting: ServerResponse[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/plain');
    if (req.url === '/waits') waiting.push(res);
    else res.end(`page ${req.url}`);
  });
  answerUpgrades(server, (req, socket) => {
    if (req.url !== '/app/key') return false;
    taken += 1;
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    return true;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

/** What comes back until the server hangs up. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write(`${[...lines, 'Host: ads.test', 'Connection: Upgrade', '', ''].join('\r\n')}`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

it('hands web sockets over', async () => {
  expect(await send('GET /app/key HTTP/1.1', 'Upgrade: websocket')).toContain('101 Switching Protocols');
});

it('refuses web sockets where there are none', async () => {
  const answer = await send('GET /elsewhere HTTP/1.1', 'Upgrade: WebSocket');
  expect(answer).toContain('HTTP/1.1 404 Not Found');
  expect(answer).toContain('"code":"NOT_FOUND"');
});

it('answers a request that offers another protocol as if it did not', async () => {
  const answer = await send('GET /serve?zones=z HTTP/1.1', 'Upgrade: h2c');
  expect(answer).toContain('HTTP/1.1 200 OK');
  expect(answer).toContain('page /serve?zones=z');
});

it('says so where such a request has a body, which it could not read', async () => {
  const answer = await send('POST /e HTTP/1.1', 'Upgrade: h2c', 'Content-Length: 2');
  expect(answer).toContain('HTTP/1.1 400 Bad Request');
});

it('takes a web socket whose target names the host, too', async () => {
  expect(await send('GET http://ads.test/app/key HTTP/1.1', 'Upgrade: websocket')).toContain('101 Switching');
});

it('says to who takes it for a proxy that it is none', async () => {
  const answer = await send('CONNECT ads.test:443 HTTP/1.1');
  expect(answer).toContain('HTTP/1.1 405 Method Not Allowed');
  expect(answer).toContain('Allow: GET');
});

it.each(['Upgrade: h2c', 'Upgrade: websocket'])(
  'cuts a connection that sends %s ahead of an answer, and lives on',
  async (offer) => {
    const before = taken;
    const first = ['GET /waits HTTP/1.1', 'Host: ads.test', '', 'GET /app/key HTTP/1.1'].join('\r\n');
    expect(await send(first, offer)).toBe('');
    expect(taken).toBe(before);
    expect(await send('GET /page HTTP/1.1', 'Upgrade: h2c')).toContain('200 OK');
  },
);
