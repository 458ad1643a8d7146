import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Broadcaster } from '../../platform/broadcaster';
import { errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import { currentTrace } from '../../platform/trace';
import { createForwarder } from './createForwarder';
import type { Say } from './createPublisher';
import type { Delivery } from './message';
import { messageNote, type SessionOf } from './notes';
import { namedData } from './origins';
import type { BroadcastJob, OutsideReverb } from './outsideReverb';

/** Where what the servers hear goes to: the connections of this server, or an outside Reverb. */
export interface Outlet {
  /** Sends a message of this app's own when the transaction commits. */
  say: Say;
  /** Whether it is for this server to do something about what all of them hear. */
  isOurs(): boolean;
  deliver(deliveries: readonly Delivery[]): void;
  /** Within how long those who hear something come to ask, so that they do not all come at once. */
  spreadMs(): number;
  /** These sessions ended: what was listened to with them ends. */
  endSessions(sessions: readonly SessionOf[]): void;
  /** These may listen to something else now. */
  askAgain(users: readonly number[]): void;
  /** Something may have been missed. */
  startOver(): void;
  /** Remembers whose a connection of this server is; false when it is none of this server. Missing: nobody can. */
  bind?(socketId: string, of: SessionOf): boolean;
  onBeat?(client: Client): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  problem(): string | null;
}

const SIGNED_OUT = { code: 4009, message: 'Signed out' };
/** 42xx: clients come back at once, and ask for everything anew. */
const RIGHTS_CHANGED = { code: 4200, message: 'What you may listen to has changed' };
const MISSED = { code: 4200, message: 'Something may have been missed' };

/** Of connections that nobody here can count, and of very many. */
const WIDEST_MS = 5_000;
/** So few may come at once. */
const FEW = 50;

/** About one a millisecond. */
export const spreadOf = (connections: number): number =>
  connections < FEW ? 0 : Math.min(WIDEST_MS, connections);

const ofSession = (session: string) => `session:${session}`;
const ofUser = (userId: number) => `user:${userId}`;

/** This server's own connections; each server has its own and hears the same. */
export function createOwnOutlet(broadcaster: Broadcaster): Outlet {
  return {
    say: async (db, message) => {
      await sql`SELECT pg_notify('realtime', ${messageNote(message)})`.execute(db);
    },
    isOurs: () => true,
    deliver: (deliveries) => {
      for (const { channels, event, data } of deliveries) broadcaster.deliver(channels, event, data);
    },
    spreadMs: () => spreadOf(broadcaster.connectionCount()),
    endSessions: (sessions) => {
      for (const { session } of sessions) broadcaster.endClaimed(ofSession(session), SIGNED_OUT);
    },
    askAgain: (users) => {
      for (const userId of users) broadcaster.endClaimed(ofUser(userId), RIGHTS_CHANGED);
    },
    // There is no telling what was missed: pages fetch what they show once they are connected again.
    startOver: () => broadcaster.endAll(MISSED),
    bind: (socketId, { userId, session }) =>
      broadcaster.claim(socketId, [ofSession(session), ofUser(userId)]),
    start: broadcaster.start,
    stop: broadcaster.stop,
    upgrade: broadcaster.upgrade,
    handle: broadcaster.handle,
    problem: broadcaster.problem,
  };
}

/**
 * An outside Reverb; one server tells it what all of them hear. It has connections without knowing their sessions, so
 * that all of a user's that signed in end with one of them, and it cannot be told to start over.
 */
export function createReverbOutlet(queue: OutsideReverb, log: Log): Outlet {
  const forwarder = createForwarder();
  const send = (job: BroadcastJob) => {
    queue.send(job).catch((error: unknown) => {
      log.warn(errorDetail(error), 'A message could not be given to the jobs');
    });
  };
  const terminate = (users: readonly number[]) => {
    for (const userId of new Set(users)) send({ terminate: publicId('user', userId) });
  };
  return {
    say: async (trx, { channel, event, data }) => {
      const trace = currentTrace();
      const named = namedData(data, trace?.keep && trace.correlationId);
      await queue.send({ channels: [channel], event, data: named }, { trx });
    },
    isOurs: forwarder.isOurs,
    onBeat: forwarder.onBeat,
    deliver: (deliveries) => {
      for (const delivery of deliveries) send(delivery);
    },
    spreadMs: () => WIDEST_MS,
    endSessions: (sessions) => terminate(sessions.map(({ userId }) => userId)),
    askAgain: terminate,
    startOver: () => {},
    start: () => {},
    stop: async () => {},
    upgrade: () => false,
    handle: () => false,
    problem: () => null,
  };
}
