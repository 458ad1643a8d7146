import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Engine } from '../../../api/src/features/serving/hot/engine';
import { createFastPath } from '../../../api/src/features/serving/hot/fastPath';
import { openGeo } from '../../../api/src/features/serving/hot/geo';
import { buildSnapshot } from '../../../api/src/features/serving/hot/index/buildSnapshot';
import { Journal } from '../../../api/src/features/serving/hot/journal/Journal';
import { LeanRequest } from '../../../api/src/features/serving/hot/LeanRequest';
import { createTagFile } from '../../../api/src/features/serving/hot/staticFiles';
import { createTokenSigner } from '../../../api/src/features/serving/hot/token';
import { createTraffic } from '../../../api/src/features/serving/hot/traffic/createTraffic';
import { createUserAgents } from '../../../api/src/features/serving/hot/userAgent';
import { createRandomPool, cryptoRandom } from '../../../api/src/features/serving/hot/uuidV7';
import { createClientReader, frontDoor } from '../../../api/src/platform/http';
import type { FromServer, ToServer } from './messages';
import { syntheticInput } from './syntheticInput';

/** `server.ts bare BYTES` answers that many bytes and nothing else; `server.ts engine CAMPAIGNS JOURNAL_DIR` serves ads. */
const [, , mode = 'bare', count = '0', journalDir = ''] = process.argv;
let requests = 0;
let journal: Journal | null = null;
let engine: Engine | null = null;

function bare(bytes: number): RequestListener {
  const body = 'x'.repeat(bytes);
  return (_, res) => {
    requests += 1;
    res.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'content-length': bytes,
    });
    res.end(body);
  };
}

async function adServer(campaignCount: number): Promise<RequestListener> {
  const log = { info: () => {}, warn: console.error, error: console.error };
  journal = await Journal.open({ dir: journalDir, log });
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  const traffic = createTraffic({ log });
  engine = new Engine({ signer, journal, now: Date.now, traffic: traffic.rules });
  const { input, budgets } = syntheticInput(campaignCount);
  engine.budgets.tick(Date.now());
  engine.swap(buildSnapshot(input));
  engine.budgets.load(budgets, Date.now());
  const handle = createFastPath({
    engine,
    geo: await openGeo(),
    userAgents: createUserAgents(),
    networks: traffic.networks,
    clients: createClientReader(['loopback']),
    tagFile: createTagFile(''),
    ready: () => true,
  });
  return (req, res) => {
    requests += 1;
    handle(req, res);
  };
}

process.on('SIGINT', () => process.exit(0));
const tell = (message: FromServer) => process.send?.(message);
const server =
  mode === 'bare'
    ? createServer(bare(Number(count)))
    : createServer({ IncomingMessage: LeanRequest }, frontDoor(await adServer(Number(count))));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => tell({ say: 'listening', port: (server.address() as AddressInfo).port }));

/** Zones decided so far, and those of them that got no ad. */
function decided() {
  const [filled = 0, ...noFills] = engine?.counts.decisions ?? [];
  const none = noFills.reduce((sum, count) => sum + count, 0);
  return { decisions: filled + none, noFills: none };
}

let marked = { requests: 0, cpu: process.cpuUsage(), syncs: 0, ...decided() };
process.on('message', (message: ToServer) => {
  if (message.say === 'mark') {
    marked = { requests, cpu: process.cpuUsage(), syncs: journal?.counts.syncs ?? 0, ...decided() };
    return;
  }
  const { user, system } = process.cpuUsage(marked.cpu);
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const { decisions, noFills } = decided();
  tell({
    say: 'report',
    requests: requests - marked.requests,
    cpuMicros: user + system,
    syncs: (journal?.counts.syncs ?? 0) - marked.syncs,
    decisions: decisions - marked.decisions,
    noFills: noFills - marked.noFills,
    residentBytes: rss,
    heapBytes: heapUsed + arrayBuffers,
  });
});
