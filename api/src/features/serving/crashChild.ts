import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Connection, openDb } from '../../platform/db';
import { createSocketGuard, frontDoor, socketLimits } from '../../platform/http';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { testAddresses } from '../../testing/testAddresses';
import { createServing } from './createServing';

/** The ad server as a process of its own, to be killed, with its figures at every other address: `crashChild.ts CONNECTION_JSON DATA_DIR SECRET_HEX [NODE [LEASE_TTL_MS]]`. */
const [, , connectionJson = '{}', dataDir = '', secretHex = '', node = 'n1', leaseTtlMs] = process.argv;
const connection = JSON.parse(connectionJson) as Connection;
const { db } = openDb(connection, { max: 4 });
const log = createLog({ production: true, level: 'error' });
const metrics = createMetrics();
const serving = createServing({
  db,
  connection,
  dataDir,
  node,
  leaseTtlMs: leaseTtlMs === undefined ? undefined : Number(leaseTtlMs),
  log,
  tokenKeys: [{ id: 1, secret: Buffer.from(secretHex, 'hex') }],
  tagSource: '',
  addresses: testAddresses(),
});
await serving.start();
const server = createServer(
  { keepAliveTimeout: 600_000 },
  frontDoor((req, res) => {
    if (serving.creatives?.isAddressed(req)) serving.creatives.handle(req, res);
    else if (!serving.handle(req, res)) metrics.registry.metrics().then((text) => res.end(text));
  }),
);
createSocketGuard({ limits: socketLimits({}), trusted: () => true, log, metrics }).watch(server);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
// The parent asks for everything to be applied before it counts.
process.on('message', (message) => {
  if (message === 'drain') serving.drain().then(() => process.send?.('drained'));
});
