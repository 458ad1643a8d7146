import { readConfig } from '../../config';
import { wireFeatures } from '../../features';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { startApp } from '../../startup/startApp';
import { makeParts } from '../../testing/makeParts';

/**
 * A server as a process of its own, to be killed, with every feature of the one for people: `nodeChild.ts DATABASE_URL
 * DATA_DIR`. Where releases lie is said by its environment. Tells the port that it listens on.
 */
const [, , DATABASE_URL = '', DATA_DIR = ''] = process.argv;
const { env } = process;
const config = readConfig({
  ...{ DATABASE_URL, DATA_DIR, HOST: '127.0.0.1', APP_URL: 'http://localhost:8080', SANDBOX_GATEWAY: '1' },
  ...{ RELEASE_STORE: env.RELEASE_STORE, RELEASE_STORE_ENDPOINT: env.RELEASE_STORE_ENDPOINT },
  ...{ AWS_REGION: env.AWS_REGION, NODE_NAME: env.NODE_NAME },
});
const { port } = await startApp({
  config: { ...config, port: 0 },
  log: silentLog,
  clock: systemClock,
  wire: (context) => wireFeatures(context, makeParts(DATA_DIR)),
});
process.send?.(port);
