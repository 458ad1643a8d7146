import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';

export interface ResolveNameOptions {
  /** `127.0.0.1:5353`; the system's (`/etc/resolv.conf`) unless given. */
  servers?: readonly string[] | undefined;
  /** Names that this machine knows itself. */
  hostsFile?: string;
  /** For one try at one server, in ms. */
  timeoutMs?: number;
  tries?: number;
  /** Whether this machine reaches IPv4 addresses outside; looked up unless given. */
  prefersIPv4?: () => boolean;
}

/** Name → addresses; rejects with the code of the name server's answer (`ENOTFOUND`, `ETIMEOUT`, …). */
export type ResolveName = (name: string, signal?: AbortSignal) => Promise<string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const HOSTS_FILE = '/etc/hosts';
const LOOPBACK = ['127.0.0.1', '::1'];

/** `127.0.0.1 localhost other # comment` → the addresses of a name. */
function addressesIn(hosts: string, name: string): string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return address !== undefined && names.some((each) => each.toLowerCase() === name) ? [address] : [];
  });
}

const hasIPv4 = () =>
  Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.family === 'IPv4' && !each.internal);

/**
 * Asks name servers itself. The system's own look-up (`dns.lookup`) keeps one of a handful of threads busy for as long as a
 * name server is silent, and with them every file that is read: a few strangers' names could halt the process. Names of the
 * hosts file come first, as with the system's; `localhost` is this machine, whatever anybody says (RFC 6761).
 */
export function createResolveName(options: ResolveNameOptions = {}): ResolveName {
  const { servers, hostsFile = HOSTS_FILE, timeoutMs = TIMEOUT_MS, tries = TRIES } = options;
  const { prefersIPv4 = hasIPv4 } = options;

  return async (given, signal) => {
    const name = given.toLowerCase().replace(/\.$/, '');
    const hosts = await readFile(hostsFile, 'utf8').catch(() => '');
    const known = addressesIn(hosts, name);
    if (known.length > 0) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
    signal?.throwIfAborted();
    // One each time: it reads the system's servers as they are now, and is given up alone.
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const giveUp = () => resolver.cancel();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = (answer: PromiseSettledResult<string[]>) =>
        answer.status === 'fulfilled' ? answer.value : [];
      const addresses = prefersIPv4() ? [...found(v4), ...found(v6)] : [...found(v6), ...found(v4)];
      if (addresses.length > 0) return addresses;
      throw trouble(name, [v4, v6]);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
}

/** What is wrong with a name without an address: what a server said weighs more than that it knows of none. */
function trouble(name: string, answers: readonly PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [String((answer.reason as { code?: unknown }).code)] : [],
  );
  const code = codes.find((each) => each !== 'ENODATA') ?? 'ENODATA';
  // Nobody hears questions: that is no word of the address that was to be called.
  return Object.assign(new Error(`The name ${name} has no address: ${code}`), {
    code: code === 'ECONNREFUSED' ? 'ESERVFAIL' : code,
  });
}
