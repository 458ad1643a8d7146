import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answerUpgrades } from './upgrades';

let server: Server;
beforeAll(async () => {
  server = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/plain');
    res.end(`page ${req.url}`);
  });
  answerUpgrades(server, (req, socket) => {
    if (req.url !== '/app/key') return false;
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
