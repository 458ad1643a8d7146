import { z } from 'zod';
import { readConfig } from '../../../api/src/config';
import { wireFeatures } from '../../../api/src/features';
import type { Mount } from '../../../api/src/platform/http';
import { createLog } from '../../../api/src/platform/log';
import { startApp } from '../../../api/src/startup/startApp';
import { makeParts } from '../../../api/src/testing/makeParts';
import { routesOf } from '../../../api/src/testing/routesOf';
import type { FromServer, TakingRoute } from './messages';
import { standAt } from './standAt';

/** The whole server, as it is started for people; it says which of its routes take a body, and of which JSON. */
standAt(-10);
const READS = new Set(['GET', 'HEAD', 'DELETE']);
const config = readConfig();
let mounts: readonly Mount[] = [];
const running = await startApp({
  config: { ...config, port: 0 },
  log: createLog({ production: true, level: 'info' }),
  wire: async (context) => {
    const features = await wireFeatures(context, makeParts(config.dataDir));
    ({ mounts } = features);
    return features;
  },
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
const routes = routesOf(mounts)
  .filter(({ method, takesBytes, schemas }) => takesBytes || (schemas.body && !READS.has(method)))
  .map(
    ({ method, path, takesBytes, schemas }): TakingRoute => ({
      ...{ method, path, takesBytes },
      schema: schemas.body
        ? (z.toJSONSchema(schemas.body, { io: 'input', unrepresentable: 'any' }) as TakingRoute['schema'])
        : null,
    }),
  );
const told: FromServer = { say: 'listening', port: running.port, routes };
process.send?.(told);
