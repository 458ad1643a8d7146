import { Cluster, Redis, type RedisOptions } from 'ioredis';

const ANSWER_MS = 2_000;
const SLOWEST_RETRY_MS = 5_000;

/** Each try later than the one before, and not all nodes at once. */
export const retryMs = (tries: number): number =>
  Math.min(SLOWEST_RETRY_MS, 100 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);

/** What all connections have: nothing waits for a Redis that is not there. */
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: ANSWER_MS,
  commandTimeout: ANSWER_MS,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
};

/** Several addresses stand by commas; they are nodes of one cluster. */
export const redisUrls = (setting: string): string[] =>
  setting.split(',').flatMap((each) => each.trim() || []);

interface Address {
  host: string;
  port: number;
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
}

/** User, password and TLS of an address, for the other nodes of its cluster. */
function credentialsOf(url: string): RedisOptions {
  const { protocol, hostname, username, password } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: { servername: hostname } }),
  };
}

const ignore = () => {};
/** Errors of connections show in their states; without a listener they would end the process. */
function quiet<Client extends Redis | Cluster>(client: Client): Client {
  client.on('error', ignore);
  return client;
}

/** Open, or given up: one that failed to open would try for ever. */
async function connected<Client extends Redis | Cluster>(client: Client): Promise<Client> {
  quiet(client);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.disconnect();
    throw error;
  }
}

/** Whether the Redis there is a cluster; throws when it does not answer. */
async function isCluster(url: string): Promise<boolean> {
  const probe = quiet(new Redis(url, { ...OPTIONS, retryStrategy: () => null }));
  try {
    await probe.connect();
    return /cluster_enabled:1/.test(await probe.info('cluster'));
  } finally {
    probe.disconnect();
  }
}

/** For commands: one Redis or a cluster of them, whichever is there. Tries the addresses in turn. */
export async function connectCommands(urls: readonly string[]): Promise<Redis | Cluster> {
  let failure: unknown = new Error('REDIS_URL names no address');
  for (const url of urls) {
    try {
      const client = (await isCluster(url))
        ? new Cluster(urls.map(addressOf), {
            lazyConnect: true,
            enableOfflineQueue: false,
            clusterRetryStrategy: retryMs,
            // Certificates are for the names that cluster nodes tell.
            dnsLookup: (name, callback) => callback(null, name),
            redisOptions: { ...OPTIONS, ...credentialsOf(url) },
          })
        : new Redis(url, { ...OPTIONS, retryStrategy: retryMs });
      return await connected(client);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * For listening: a plain connection to any one Redis, since every node of a cluster passes on what is published on one
 * of them. It is not mended but made anew, to the next address.
 */
export async function connectListener(urls: readonly string[], turn: number): Promise<Redis> {
  const url = urls[turn % urls.length];
  if (url === undefined) throw new Error('REDIS_URL names no address');
  const listener = new Redis(url, { ...OPTIONS, retryStrategy: () => null });
  return connected(listener);
}
