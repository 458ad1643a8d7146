import Pusher from 'pusher';
import { z } from 'zod';
import { type JobQueue, type Jobs, NoRetry } from '../../platform/jobs';
import { span } from '../../platform/trace';
import { nameOfMessage } from './origins';

/** How an app is known to its broadcaster. */
export interface ReverbApp {
  appId: string;
  key: string;
  secret: string;
}

/** Where an outside Reverb is. */
export interface ReverbAddress {
  host: string;
  port: number;
  scheme: 'http' | 'https';
}

const CALL_MS = 5_000;
const RETRIES = 5;
const FIRST_PAUSE_SECONDS = 1;
const EXPIRE_SECONDS = 10;
const CONCURRENCY = 4;

/** 4xx that may be over when it is asked again. */
const PASSING = new Set([408, 425, 429]);

const broadcastMessage = z.object({
  channels: z.array(z.string()).min(1).max(100),
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
});
type BroadcastMessage = z.infer<typeof broadcastMessage>;
const broadcastJob = z.union([
  broadcastMessage,
  /** Ends the connections of a user by their public id. */
  z.object({ terminate: z.string() }),
]);
export type BroadcastJob = z.infer<typeof broadcastJob>;

/** Where its jobs are put. */
export type OutsideReverb = JobQueue<typeof broadcastJob>;

/** In a sentence without the address, which holds a signature. */
function describe(error: unknown): Error {
  const { status } = error as { status?: unknown };
  if (typeof status !== 'number') return new Error('The outside broadcaster did not answer');
  const refused = `The outside broadcaster answered ${status}`;
  return status < 500 && !PASSING.has(status) ? new NoRetry(refused) : new Error(refused);
}

/**
 * An outside Reverb through its HTTP API. Each message is a durable job: the transaction that it belongs to makes it, and
 * it is tried again while Reverb cannot be reached. One that arrives twice is fetched for twice and changes nothing.
 */
export function createOutsideReverb(
  { host, port, scheme }: ReverbAddress,
  { appId, key, secret }: ReverbApp,
  jobs: Pick<Jobs, 'queue'>,
): OutsideReverb {
  const useTLS = scheme === 'https';
  const pusher = new Pusher({ appId, key, secret, host, port: String(port), useTLS, timeout: CALL_MS });
  /** One of this app's own messages is in the timeline of the call that said it. */
  const tell = ({ channels, event, data }: BroadcastMessage) =>
    span(
      'broadcast',
      () => nameOfMessage(channels[0] ?? '', event),
      () => pusher.trigger(channels, event, data),
      () => ({ channels: channels.length }),
    );
  return jobs.queue('broadcast', {
    schema: broadcastJob,
    handler: async (job) => {
      try {
        if ('terminate' in job) await pusher.terminateUserConnections(job.terminate);
        else await tell(job);
      } catch (error) {
        throw describe(error);
      }
    },
    retryLimit: RETRIES,
    retryDelaySeconds: FIRST_PAUSE_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    concurrency: CONCURRENCY,
    // A channel's name says whose it is, and a message that came too late says nothing.
    forgetsJobs: true,
  });
}
