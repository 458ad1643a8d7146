import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

export interface FoundAddress {
  address: string;
  /** 4 or 6. */
  family: number;
}

export interface NameServers {
  /** `address:port`; those of the machine when undefined. */
  servers?: readonly string[];
  timeoutMs?: number;
}

/**
 * What a name of somebody else's leads to, asked of DNS directly. The system's own way (`lookup`) has two threads for
 * the whole process and holds one for as long as a name server stays silent: a few names whose servers never answer, and
 * nobody finds the database, the mail server or the bank for minutes. IPv4 comes first; rejects when there is neither.
 */
export async function addressesOf(
  hostname: string,
  { servers, timeoutMs = TIMEOUT_MS }: NameServers = {},
): Promise<FoundAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const found = (answer: PromiseSettledResult<string[]>, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(v4, 4), ...found(v6, 6)];
}
