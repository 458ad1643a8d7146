import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fc from 'fast-check';
import { allowsAddress } from './features/api-tokens';
import { LeanRequest } from './features/serving';
import { createFastPath } from './features/serving/hot/fastPath';
import { makeTestEngine, type TestEngine } from './features/serving/hot/testEngine';
import { createUserAgents } from './features/serving/hot/userAgent';
import { canonicalAddress } from './platform/address';
import { addressKey } from './platform/auth';
import { answerUpgrades, type ClientReader, createClientReader, identifyClient } from './platform/http';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine({ campaigns: [], creatives: [], zones: [] }, Date.now());
});
afterAll(() => engine.close());

interface Readers {
  /** Who every reader takes the client for, by the reader. */
  ask(headers: Record<string, string | string[]>): Promise<Record<string, string>>;
  close(): Promise<void>;
}

function send(server: Server, path: string, headers: Record<string, string | string[]>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = request({ port, path, headers, agent: false }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve(text);
    });
    call.on('error', reject);
    call.end();
  });
}

/** The ad server, the app and web sockets in the order of the real server, on a socket of their own. */
async function startReaders(clients: ClientReader): Promise<Readers> {
  let served = '';
  const unused = (): never => {
    throw new Error('Not asked for here');
  };
  const fastPath = createFastPath({
    engine: engine.engine,
    clients,
    geo: (address) => {
      served = address;
      return 0;
    },
    userAgents: createUserAgents(),
    tagFile: unused,
    ready: () => true,
  });
  const app = express();
  app.use(identifyClient(clients));
  app.get('/app', (req, res) => {
    const { ip, ips } = req;
    const isListed = allowsAddress([String(ip)], ip) && !allowsAddress(['192.0.2.99'], ip);
    res.json({ app: ip, chain: ips[0], limits: addressKey(ip), list: isListed ? ip : 'not listed' });
  });
  const server = createServer({ IncomingMessage: LeanRequest }, (req, res) => {
    if (!fastPath(req, res)) app(req, res);
  });
  answerUpgrades(server, (req, socket) => {
    const body = clients.readRequest(req);
    socket.end(
      `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return true;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
  return {
    async ask(headers) {
      await send(server, '/serve?zones=z_1', headers);
      const sockets = await send(server, '/socket', { ...headers, ...upgrade });
      return { ads: served, sockets, ...JSON.parse(await send(server, '/app', headers)) };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const expected = (address: string) => ({
  ads: address,
  sockets: address,
  app: address,
  chain: address,
  list: address,
  limits: addressKey(address),
});

const hex = fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16));
const part = fc.integer({ min: 0, max: 255 });
const v4In = (network: string) => fc.tuple(part, part).map(([a, b]) => `${network}.${a}.${b}`);
const v6In = (network: string) =>
  fc.tuple(hex, hex, hex, hex, hex, hex).map((groups) => `${network}:${groups.join(':')}`);
const clientAddress = fc.oneof(v4In('198.51'), v6In('2001:db8'));
const proxyAddress = fc.oneof(v4In('10.9'), v6In('fd00:1'));

const padded = (v6: string) => v6.replace(/[0-9a-f]+/g, (group) => group.padStart(4, '0'));
const port = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 65_535 }).map((number) => `:${number}`),
);
/** An address as proxies write it. */
const written = (address: fc.Arbitrary<string>, isBare: boolean) =>
  fc.tuple(address, fc.nat(4), port).map(([text, how, at]) => {
    if (!text.includes(':')) {
      const v4 = how === 0 ? `[::FFFF:${text}]${at}` : `${text}${at}`;
      return { address: text, text: v4 };
    }
    const v6 = [text, text.toUpperCase(), padded(text), `${text}%eth0`, canonicalAddress(text)][how] ?? text;
    return { address: text, text: isBare && at === '' ? v6 : `[${v6}]${at}` };
  });
/** What strangers send: anything that a header may hold, and what looks like an address. */
const invention = fc.array(
  fc.oneof(
    fc.constantFrom('6.6.6.6', 'for=6.6.6.6', '"6.6.6.6', 'unknown', '_x', '127.0.0.1', '', '"', '\\', ';'),
    fc.stringMatching(/^[ -~]{0,40}$/),
    fc.stringMatching(/^[\x80-\xff]{0,10}$/),
    fc.constant('x'.repeat(1_500)),
  ),
  { maxLength: 4 },
);
const separator = fc.constantFrom(', ', ',', ' ,\t', ', ,,');

const headers = (isForwarded: boolean) =>
  fc
    .record({
      client: written(clientAddress, !isForwarded),
      proxies: fc.array(written(proxyAddress, !isForwarded), { maxLength: 6 }),
      before: invention,
      separators: fc.array(separator, { minLength: 12, maxLength: 12 }),
      quotes: fc.boolean(),
      beside: fc.constantFrom('', ';proto=https', ';host="a, for=6.6.6.6;b\\""'),
      lines: fc.nat(3),
    })
    .map(({ client, proxies, before, separators, quotes, beside, lines }) => {
      const element = ({ text }: { text: string }) => {
        if (isForwarded) return `for="${text}"${beside}`;
        return quotes ? `"${text}"` : text;
      };
      const elements = [...before, ...[client, ...proxies].map(element)];
      // Each line is whole, as a proxy adds it.
      const cut = Math.max(0, elements.length - lines);
      const join = (all: string[]) =>
        all.map((each, at) => (at === 0 ? each : `${separators[at] ?? ', '}${each}`)).join('');
      return {
        address: canonicalAddress(client.address) ?? '',
        lines: [join(elements.slice(0, cut)), ...elements.slice(cut)],
      };
    });

const RUNS = 60;

it.each(['x-forwarded-for', 'forwarded'] as const)(
  'S6: whatever proxies and strangers write into %s, every reader has the same client',
  async (header) => {
    const readers = await startReaders(
      createClientReader(['loopback', '10.9.0.0/16', 'fd00:1::/32'], header),
    );
    const other = header === 'forwarded' ? 'x-forwarded-for' : 'forwarded';
    await fc.assert(
      fc.asyncProperty(headers(header === 'forwarded'), async ({ address, lines }) => {
        const sent = { [header]: lines, [other]: 'for=192.0.2.66', 'x-real-ip': '192.0.2.66' };
        expect(await readers.ask(sent)).toEqual(expected(address));
      }),
      { numRuns: RUNS },
    );
    await readers.close();
  },
);

it('S6: what a peer that is not trusted says of its client counts for nothing', async () => {
  const readers = await startReaders(createClientReader(['10.9.0.0/16']));
  await fc.assert(
    fc.asyncProperty(headers(false), headers(true), async (forwardedFor, forwarded) => {
      const sent = { 'x-forwarded-for': forwardedFor.lines, forwarded: forwarded.lines };
      expect(await readers.ask({ ...sent, 'x-real-ip': forwardedFor.address })).toEqual(
        expected('127.0.0.1'),
      );
    }),
    { numRuns: RUNS },
  );
  await readers.close();
});
