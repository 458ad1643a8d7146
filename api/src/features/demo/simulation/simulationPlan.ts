import { parseArgs } from 'node:util';
import { MAX_ZONES_PER_REQUEST } from '@ezdash/contracts';
import { SimulationError } from './SimulationError';

export const SIMULATION_HELP = `Real visits over HTTP, as browsers make them: the tag's request, the impression, the view, the
click, the landing page, the conversion. Prints what was sent and what the server's books say of it.

  npm run simulate -- [--rate 20/s] [--for 60s] [options]

  --rate R         page views: 20/s, 600/m or a number a second (default 5/s, at most 500/s); --rps N is the same
  --for T          how long: 90s, 5m, 1h (default 1m, at most 24h); --minutes M is the same; Ctrl+C ends it earlier
  --url URL        the ad server (default http://127.0.0.1:$PORT, 8080)
  --site URL       the page whose zones are visited (default http://127.0.0.1:$DEMO_PORT, 8081)
  --zones A,B      these zones instead of the site's
  --ctr P          clicks an impression: 1% or 0.01 (default: as the ad appeals, about 0.3%)
  --bots P         page views that nobody makes: robots, data centres, prefetches, scanners, hasty clickers,
                   repeated beacons (default 0)
  --private P      visitors who send Global Privacy Control (default 0)
  --conversions P  clicks that convert; needs --goal (default 0)
  --goal G         the goal that conversions are reported to; --goal-key K when it asks for one
  --seed N         the same choices again
  --json           the summary as one line of JSON`;

const MOST_A_SECOND = 500;
const LONGEST_MS = 86_400_000;
const SHORTEST_MS = 100;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export interface SimulationPlan {
  /** The ad server, http. */
  url: string;
  /** A page with the tag; its zones are visited unless `zones` names others. */
  site: string;
  zones: string[] | null;
  pageViewsPerSecond: number;
  durationMs: number;
  /** Clicks an impression; null: as the ad appeals. */
  ctr: number | null;
  /** Shares from 0 to 1. */
  bots: number;
  private: number;
  conversions: number;
  goal: { id: string; key: string | null } | null;
  seed: number;
  json: boolean;
}

function rateOf(text: string, name: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(?:\/([smh]))?$/.exec(text) ?? [];
  const perSecond = (Number(number) * 1_000) / (UNITS_MS[unit] ?? 1_000);
  if (number === '' || !(perSecond > 0) || perSecond > MOST_A_SECOND)
    throw new SimulationError(
      `--${name} is a rate such as 20/s or 600/m, at most ${MOST_A_SECOND}/s, not ${text}.`,
    );
  return perSecond;
}

function durationOf(text: string, name: string, defaultUnit: string): number {
  const [, number = '', unit = defaultUnit] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (number === '' || !(ms >= SHORTEST_MS && ms <= LONGEST_MS))
    throw new SimulationError(`--${name} is a time such as 90s, 5m or 1h, at most 24h, not ${text}.`);
  return Math.round(ms);
}

/** `5%` or `0.05`. */
function shareOf(text: string, name: string): number {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const share = Number(number) / (percent ? 100 : 1);
  if (number === '' || !(share <= 1))
    throw new SimulationError(`--${name} is a share such as 5% or 0.05, at most 100%, not ${text}.`);
  return share;
}

function addressOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || url.username !== '')
    throw new SimulationError(`--${name} is an http address such as http://127.0.0.1:8080, not ${text}.`);
  return text.replace(/(?<!\/)\/+$/, '');
}

function zonesOf(text: string): string[] {
  const zones = text.split(',').map((zone) => zone.trim());
  const wrong = zones.find((zone) => !/^[\w-]{1,40}$/.test(zone));
  if (wrong !== undefined)
    throw new SimulationError(
      `--zones are ids such as z_1001,z_1002, not ${wrong === '' ? 'empty' : wrong}.`,
    );
  if (zones.length > MAX_ZONES_PER_REQUEST)
    throw new SimulationError(`--zones: a page asks for at most ${MAX_ZONES_PER_REQUEST} zones.`);
  return [...new Set(zones)];
}

function seedOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SimulationError(`--seed is a whole number, not ${text}.`);
  return Number(text);
}

function readArguments(args: readonly string[], env: NodeJS.ProcessEnv) {
  const text = (value?: string) => ({
    type: 'string' as const,
    ...(value !== undefined && { default: value }),
  });
  try {
    return parseArgs({
      args: [...args],
      options: {
        rate: text(),
        rps: text(),
        for: text(),
        minutes: text(),
        url: text(`http://127.0.0.1:${env.PORT ?? 8080}`),
        site: text(`http://127.0.0.1:${env.DEMO_PORT ?? 8081}`),
        zones: text(),
        ctr: text(),
        bots: text('0'),
        private: text('0'),
        conversions: text('0'),
        goal: text(),
        'goal-key': text(),
        seed: text(String(Date.now() % 1_000_000)),
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // `parseArgs` names the option; its advice about positional arguments helps nobody.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new SimulationError(`${sentence.replace(/\.$/, '')}; --help lists the options.`);
  }
}

/** What the command line asks for; null for `--help`. Throws SimulationError. */
export function readSimulationPlan(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): SimulationPlan | null {
  const given = readArguments(args, env);
  if (given.help) return null;
  for (const [one, other] of [
    ['rate', 'rps'],
    ['for', 'minutes'],
  ] as const)
    if (given[one] !== undefined && given[other] !== undefined)
      throw new SimulationError(`--${one} and --${other} say the same: give one of them.`);
  const conversions = shareOf(given.conversions ?? '0', 'conversions');
  if (conversions > 0 && given.goal === undefined)
    throw new SimulationError('--conversions needs a goal to report to: --goal g_….');
  return {
    url: addressOf(given.url ?? '', 'url'),
    site: addressOf(given.site ?? '', 'site'),
    zones: given.zones === undefined ? null : zonesOf(given.zones),
    pageViewsPerSecond:
      given.rps === undefined ? rateOf(given.rate ?? '5/s', 'rate') : rateOf(given.rps, 'rps'),
    durationMs:
      given.minutes === undefined
        ? durationOf(given.for ?? '1m', 'for', 's')
        : durationOf(given.minutes, 'minutes', 'm'),
    ctr: given.ctr === undefined ? null : shareOf(given.ctr, 'ctr'),
    bots: shareOf(given.bots ?? '0', 'bots'),
    private: shareOf(given.private ?? '0', 'private'),
    conversions,
    goal: given.goal === undefined ? null : { id: given.goal, key: given['goal-key'] ?? null },
    seed: seedOf(given.seed ?? '0'),
    json: given.json ?? false,
  };
}
