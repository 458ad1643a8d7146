import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type PublicConfig, parseChannel } from '@ezdash/contracts';
import type { Request } from 'express';
import { addressKey } from '../../platform/auth';
import { createBroadcaster } from '../../platform/broadcaster';
import type { Connection, Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { noTracer, type Tracer } from '../../platform/trace';
import { connectionAddress, pageOrigins, socketSources } from './address';
import type { MayJoinConversation } from './channelRules';
import { createListener } from './createListener';
import { createPublisher } from './createPublisher';
import { createSigner } from './createSigner';
import { createWindow } from './createWindow';
import { messagesOf } from './messagesOf';
import { createRealtimeMetrics } from './metrics';
import { type Note, originOfNote, readNote } from './notes';
import { noteDelivery, withCorrelation } from './origins';
import { createOwnOutlet, createReverbOutlet, type Outlet } from './outlets';
import { createOutsideReverb, type ReverbAddress, type ReverbApp } from './outsideReverb';
import type { Publisher } from './publisher';
import { type ConversationDoor, realtimeRouter } from './realtime.routes';
import { createRealtimeService } from './realtime.service';

export interface RealtimeDeps {
  db: Db;
  connection: Connection;
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
  metrics: Metrics;
  app: ReverbApp;
  /** Undefined: this server's own. */
  outside?: ReverbAddress;
  appUrl: string;
  redisUrl?: string;
  nodeName: string;
  /** The visitor's own address, behind proxies too. */
  addressOf(req: IncomingMessage): string;
  mayJoinConversation: MayJoinConversation;
  conversationDoor: ConversationDoor;
  /** Keeps which messages came of whose click. */
  tracer?: Tracer;
}

/** That what visitors get of a remote has changed. */
export type ReleaseNote = Extract<Note, { topic: 'release' }>;

export interface RealtimeFeature {
  publisher: Publisher;
  /** Every server is told of every change, whoever tells the pages; also of what may have been missed. */
  onRelease(hear: (note: ReleaseNote) => void): void;
  onGap(hear: () => void): void;
  mounts: Mount[];
  /** What a page is told of where to connect. */
  broadcaster(req: Request): NonNullable<PublicConfig['broadcaster']>;
  /** For the pages' policy. */
  connectSources: string[];
  start(): Promise<void>;
  /** Lets go of the connections: they come back, to whoever is there then. */
  endSockets(): Promise<void>;
  stop(): void;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** What is broken, by name. */
  problems(): Record<string, string>;
}

/** This server's own broadcaster, or the way to an outside one. */
function openOutlet(deps: RealtimeDeps): Outlet {
  const { jobs, log, metrics, app, outside, appUrl, redisUrl, nodeName, addressOf } = deps;
  if (outside) return createReverbOutlet(createOutsideReverb(outside, app, jobs), log);
  const { appId: id, key, secret } = app;
  return createOwnOutlet(
    createBroadcaster({
      app: { id, key, secret },
      log,
      metrics,
      allowedOrigins: pageOrigins(appUrl),
      // Whoever has one address of an IPv6 network has all of them.
      addressOf: (req) => addressKey(addressOf(req)),
      carriesClientEvents: (channel) => parseChannel(channel)?.kind === 'conversation',
      // A page asks for what it shows before it listens. A conversation is asked for once it is joined.
      tellsRecent: (channel) => parseChannel(channel)?.kind !== 'conversation',
      redisUrl,
      nodeName,
    }),
  );
}

/**
 * Tells open pages what changed. The database tells every server, in the order of its transactions; each server tells its
 * own connections, so that several servers need nothing else for it. With an outside Reverb one of them tells that.
 */
export function createRealtimeFeature(deps: RealtimeDeps): RealtimeFeature {
  const { db, connection, log, metrics, app, outside, appUrl, tracer = noTracer } = deps;
  const { mayJoinConversation, conversationDoor } = deps;
  const outlet = openOutlet(deps);
  const figures = createRealtimeMetrics(metrics.registry, () => listener.problem() === null);
  const window = createWindow((deliveries) => {
    for (const delivery of deliveries) {
      figures.delivered(delivery.event, delivery.channels.length);
      noteDelivery(tracer, delivery);
    }
    outlet.deliver(deliveries.map(withCorrelation));
  });

  const releaseHearers: ((note: ReleaseNote) => void)[] = [];
  const gapHearers: (() => void)[] = [];

  function onNote(payload: string): void {
    const note = readNote(payload);
    figures.noted(note?.topic ?? 'unknown');
    if (note?.topic === 'release') for (const hear of releaseHearers) hear(note);
    if (!note || !outlet.isOurs()) return;
    if (note.topic === 'ended') outlet.endSessions(note.sessions);
    else if (note.topic === 'rights') outlet.askAgain(note.users);
    else if (note.topic === 'bind') outlet.bind?.(note.socketId, note.of);
    else {
      const origin = originOfNote(payload);
      for (const message of messagesOf(note, outlet.spreadMs()))
        window.add(origin ? { ...message, origins: [origin] } : message);
    }
  }

  const listener = createListener({
    connection,
    log,
    onNote,
    onGap: () => {
      figures.gap();
      for (const hear of gapHearers) hear();
      outlet.startOver();
    },
    onBeat: outlet.onBeat,
  });
  const { bind } = outlet;
  const service = createRealtimeService({ db, signer: createSigner(app), mayJoinConversation, bind });

  return {
    publisher: createPublisher(outlet.say),
    onRelease: (hear) => void releaseHearers.push(hear),
    onGap: (hear) => void gapHearers.push(hear),
    mounts: [{ path: '/broadcasting', router: realtimeRouter(service, conversationDoor) }],
    broadcaster: (req) => ({ key: app.key, ...connectionAddress(appUrl, outside, req.get('Host')) }),
    connectSources: socketSources(appUrl, outside),
    async start() {
      outlet.start();
      await listener.start();
    },
    async endSockets() {
      window.flush();
      await outlet.stop();
    },
    stop: () => {
      window.flush();
      listener.stop();
    },
    upgrade: outlet.upgrade,
    handle: outlet.handle,
    problems() {
      const heard = listener.problem();
      const broadcaster = outlet.problem();
      return {
        ...(heard !== null && { realtime: heard }),
        ...(broadcaster !== null && { broadcaster }),
      };
    },
  };
}
