import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConversionsFeature } from './features/conversions';
import type { CreativeAddresses } from './features/creatives';
import { createDecisionsFeature } from './features/decisions';
import { ForeignJournal, JournalInUse } from './features/events';
import { createOpenRtbFeature } from './features/openrtb';
import type { PostbacksFeature } from './features/postbacks';
import { createServing, createTraffic, type TokenKey, TrafficSettingError } from './features/serving';
import { GeoDatabaseError } from './platform/geo';
import { StartError } from './startup/StartError';
import type { AppContext } from './startup/startApp';

function makeTraffic({ config, log }: AppContext) {
  const { internalNetworks, dataCentreLists, trafficLimits } = config;
  try {
    return createTraffic({ internalNetworks, dataCentreLists, limits: trafficLimits, log });
  } catch (error) {
    throw error instanceof TrafficSettingError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** Beside the tag; loaded by it where they are wanted. */
const TAG_SCRIPTS = ['tag-sight.js', 'tag-debug.js'];

/** The ad server, and what lives on its answers: conversions, the traces of decisions, exchanges. */
export function wireServing(
  context: AppContext,
  tagFile: string,
  { addresses, tell, note }: Pick<PostbacksFeature, 'tell' | 'note'> & { addresses: CreativeAddresses },
) {
  const { config, secrets, connection, db, vital, clock, clients, log, metrics, onStop } = context;
  const { dataDir, appUrl, rawEventDays } = config;
  const tokenKeys: [TokenKey] = [{ id: 1, secret: Buffer.from(secrets.token, 'base64url') }];
  const traffic = makeTraffic(context);
  const aboutConversions = { db, clock, log, secret: secrets.session, appUrl, rawEventDays, note };
  const conversions = createConversionsFeature({
    ...aboutConversions,
    metrics: metrics.registry,
    networks: traffic.networks,
    tell,
  });
  const publisher = { name: config.appName, origin: appUrl };
  const adServer = createServing({
    db: vital.db,
    connection,
    dataDir,
    log,
    tokenKeys,
    tagSource: readFileSync(tagFile, 'utf8'),
    tagScripts: Object.fromEntries(
      TAG_SCRIPTS.map((name) => [`/${name}`, readFileSync(path.join(path.dirname(tagFile), name), 'utf8')]),
    ),
    node: config.nodeName,
    nodes: config.nodes,
    clients,
    publisher,
    addresses,
    traffic,
    cityDatabase: config.geoCityDatabase,
    rawEventDays,
  });
  adServer.registerMetrics(metrics.registry);
  const decisions = createDecisionsFeature({
    db,
    clock,
    log,
    engine: adServer.engine,
    metrics: metrics.registry,
    secret: secrets.session,
  });
  const openRtb = createOpenRtbFeature({
    db,
    log,
    serving: adServer,
    publisher,
    secret: secrets.session,
    networks: traffic.networks,
    rawEventDays,
    metrics: metrics.registry,
  });

  async function startAdServer(): Promise<void> {
    try {
      await adServer.start();
    } catch (error) {
      const isKnown =
        error instanceof ForeignJournal ||
        error instanceof GeoDatabaseError ||
        error instanceof JournalInUse ||
        error instanceof TrafficSettingError;
      throw isKnown ? new StartError(error.message, { cause: error }) : error;
    }
  }

  return {
    adServer,
    openRtb,
    traffic,
    conversions,
    decisions,
    /** What the demo plays its past with. */
    tokenKeys,
    aboutConversions,
    start: async () => {
      await startAdServer();
      onStop('The ad server', adServer.stop, 5_000);
      decisions.writer.start();
      onStop('The traces of decisions', decisions.writer.stop, 5_000);
      await openRtb.start();
      onStop('The seats of exchanges', openRtb.stop);
      conversions.settler.start();
      onStop('What settles conversions', conversions.settler.stop);
    },
  };
}

export type WiredServing = ReturnType<typeof wireServing>;
