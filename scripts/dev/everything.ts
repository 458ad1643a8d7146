import {
  type DevelopedRemote,
  type Development,
  startDevelopmentServer,
} from '@ezdash/remote-kit/development';
import { readConfig } from '../../api/src/config';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';
import { startApi } from './api';

export interface EverythingOptions {
  shell: Development['shell'];
  remotes: DevelopedRemote[];
  nodeOptions: readonly string[];
  log: (line: string) => void;
}

/** Behind the ports of the app, its demo property and its creatives. */
const API_DISTANCE = 3;

/**
 * The network from its sources: the database, which stays; the server, which is started anew when it changes; shell and
 * remotes, which are replaced in the open page. People open PORT, as with `npm start`, and find the same network there.
 */
export async function startEverything({ shell, remotes, nodeOptions, log }: EverythingOptions) {
  const config = readConfig();
  const { port, dataDir, databaseUrl, creatives } = config;
  const apiPort = port + API_DISTANCE;
  // Held by this process too: a server that ends leaves it to the next one.
  const database =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: { info: log } }) : null;
  const front = await startDevelopmentServer(
    { ...{ shell, remotes, port }, target: `http://127.0.0.1:${apiPort}`, own: true },
    log,
  );
  const api = await startApi({
    env: {
      ...{ PORT: String(apiPort), HOST: '127.0.0.1', APP_URL: config.appUrl },
      ...{ CREATIVES_PORT: String(creatives.port), DATA_DIR: dataDir },
    },
    nodeOptions,
    log,
    onCompiled: front.tell,
  });
  return {
    async close() {
      await front.close();
      await api.stop();
      await database?.stop();
    },
  };
}
