import { readFileSync } from 'node:fs';

/** What the system lets a process have at least, where it does not say how many it may. */
const UNKNOWN = 1_024;
/** For the journal, the database, outbound calls and whatever else the process opens. */
const MOST_RESERVED = 512;
/** Each connection takes some 20 kB. */
const MOST_CONNECTIONS = 65_536;
/** An office or a mobile network shares one address. */
const LEAST_PER_ADDRESS = 64;

/** How many files and connections this process may hold. Node has raised it to the hard limit at its start. */
export function descriptorLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(read()) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? UNKNOWN);
  } catch {
    return UNKNOWN;
  }
}

export interface SocketLimits {
  /** Connections in all. */
  connections: number;
  /** From one address, or one /64 network; trusted proxies speak for many and have none. */
  perAddress: number;
}

/**
 * The limits that leave descriptors for everything else. An answer from the disk holds a file beside its connection, so
 * that connections get half of them by default, and all but the reserve at most.
 */
export function socketLimits(
  wanted: { connections?: number; perAddress?: number },
  descriptors = descriptorLimit(),
): SocketLimits {
  const free = descriptors - Math.min(MOST_RESERVED, descriptors >>> 2);
  const connections = Math.min(wanted.connections ?? Math.min(free >>> 1, MOST_CONNECTIONS), free);
  const perAddress = wanted.perAddress ?? Math.max(LEAST_PER_ADDRESS, connections >>> 4);
  return { connections, perAddress: Math.min(perAddress, connections) };
}
