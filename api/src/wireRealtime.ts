import { createRealtimeFeature, type RealtimeDeps, type RealtimeFeature } from './features/realtime';
import type { AppContext } from './startup/startApp';

/** Real time: who may join a conversation is the support's to say, and the console's door. */
export function wireRealtime(
  { config, secrets, db, connection, clients, log, metrics }: AppContext,
  parts: Pick<RealtimeDeps, 'jobs' | 'tracer' | 'mayJoinConversation' | 'conversationDoor'>,
): RealtimeFeature {
  const { appUrl, redisUrl, nodeName, reverb } = config;
  const { outside, appId, key, secret } = reverb;
  const made = secrets.reverb;
  return createRealtimeFeature({
    db,
    connection,
    log,
    metrics,
    app: { appId: appId ?? made.appId, key: key ?? made.key, secret: secret ?? made.secret },
    outside,
    appUrl,
    redisUrl,
    nodeName,
    addressOf: clients.readRequest,
    ...parts,
  });
}
