import { pick, type Random } from '../visitsModel';

/**
 * Page views that no person makes. The first three must get no ad; of the others the events must not count: a scanner
 * opens what the page names, a clicker is quicker than any eye, a repeater sends its beacons again and again.
 */
export const NOBODIES = ['robot', 'data-centre', 'prefetch', 'scanner', 'clicker', 'repeater'] as const;
export type Nobody = (typeof NOBODIES)[number];

const WEIGHTS: readonly { kind: Nobody; weight: number }[] = [
  { kind: 'robot', weight: 40 },
  { kind: 'data-centre', weight: 15 },
  { kind: 'prefetch', weight: 15 },
  { kind: 'scanner', weight: 10 },
  { kind: 'clicker', weight: 10 },
  { kind: 'repeater', weight: 10 },
];

const ROBOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'python-requests/2.32.3',
  'curl/8.15.0',
] as const;
/** Of a cloud that rents computers. */
const CLOUD = [34, 76] as const;

export const drawNobody = (random: Random): Nobody => pick(WEIGHTS, random).kind;

export const drawRobot = (random: Random): string =>
  ROBOTS[Math.floor(random() * ROBOTS.length)] ?? ROBOTS[0];

/** What such a visitor sends instead of a person's headers when the page is viewed. */
export function viewHeaders(kind: Nobody | null, random: Random): Record<string, string> {
  const below = (limit: number) => Math.floor(random() * limit);
  if (kind === 'robot') return { 'user-agent': drawRobot(random) };
  if (kind === 'prefetch') return { 'sec-purpose': 'prefetch;prerender' };
  if (kind === 'data-centre') return { 'x-forwarded-for': [...CLOUD, below(256), 1 + below(254)].join('.') };
  return {};
}
