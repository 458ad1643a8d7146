import { Resolver } from 'node:dns';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isNetwork } from '../platform/address';
import { PROXY_HEADERS } from '../platform/http';
import { numberBetween } from './fields';

/** What people write, in the names that `createClientReader` knows. */
const PROXY_NAMES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linklocal'],
  uniquelocal: ['uniquelocal'],
  private: ['loopback', 'linklocal', 'uniquelocal'],
  none: [],
};

/** A misread entry would let strangers choose their own address: nothing is guessed. */
function proxies(text: string, context: z.RefinementCtx): string[] {
  const entries = text.split(',').flatMap((each) => each.trim() || []);
  const unknown = entries.find((entry) => !(Object.hasOwn(PROXY_NAMES, entry) || isNetwork(entry)));
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      message: `must be none, private, loopback, linklocal, uniquelocal or addresses and networks by commas, not ${unknown}`,
    });
  return [...new Set(entries.flatMap((entry) => PROXY_NAMES[entry] ?? [entry]))];
}

/** Addresses and networks by commas. */
function networks(text: string, context: z.RefinementCtx): string[] {
  const entries = text.split(',').flatMap((each) => each.trim() || []);
  const unknown = entries.find((entry) => !isNetwork(entry));
  if (unknown !== undefined)
    context.addIssue({ code: 'custom', message: `must be addresses and networks by commas, not ${unknown}` });
  return entries;
}

/** `192.0.2.53, [2001:db8::53]:5353`: name servers with their ports, by commas. */
function nameServers(text: string, context: z.RefinementCtx): string[] {
  const servers = text.split(',').flatMap((each) => each.trim() || []);
  const resolver = new Resolver();
  for (const server of servers)
    try {
      resolver.setServers([server]);
    } catch {
      context.addIssue({
        code: 'custom',
        message: `must be addresses of name servers by commas, not ${server}`,
      });
    }
  return servers;
}

/** Files and folders by commas; `none` for no network at all. */
function networkLists(text: string | undefined, context: z.RefinementCtx): string[] | undefined {
  if (text === undefined) return undefined;
  const paths = text.split(',').flatMap((each) => each.trim() || []);
  if (paths.length === 1 && paths[0] === 'none') return [];
  const missing = paths.find((each) => !existsSync(each));
  if (missing !== undefined)
    context.addIssue({
      code: 'custom',
      message: `must be files or folders that exist, or none, not ${missing}`,
    });
  return paths.map((each) => path.resolve(each));
}

/** The variables about where visits come from, and whom to believe about it. */
export const networkEnvironment = {
  MAX_CONNECTIONS: numberBetween(16, 1_000_000).optional(),
  MAX_CONNECTIONS_PER_ADDRESS: numberBetween(1, 1_000_000).optional(),
  TRUST_PROXY: z.string().transform(proxies).optional(),
  PROXY_HEADER: z
    .enum(PROXY_HEADERS, { error: `must be ${PROXY_HEADERS.join(' or ')}` })
    .default('x-forwarded-for'),
  GEO_CITY_DATABASE: z
    .string()
    .refine(existsSync, { error: 'must be a file that exists' })
    .transform((file) => path.resolve(file))
    .optional(),
  INTERNAL_NETWORKS: z.string().default('').transform(networks),
  OUTBOUND_ALLOWED: z.string().default('').transform(networks),
  DNS_SERVERS: z.string().default('').transform(nameServers),
  DATA_CENTRE_NETWORKS: z.string().optional().transform(networkLists),
  TRAFFIC_LIMITS: z.string().default(''),
};
