import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServeAnswer, type ServedAd, serveAnswer } from '@ezdash/contracts';
import { countryCode, openGeo } from '../serving';
import { BROWSERS, pick, type Random, react, seededRandom, VISITOR_COUNTRIES } from './visitsModel';

export interface SimulationOptions {
  /** The ad server, http. */
  url: string;
  /** A page with the tag; its zones are visited unless `zones` names others. */
  site: string;
  zones?: string[];
  pageViewsPerSecond: number;
  durationMs: number;
  seed: number;
}

export interface SimulationTotals {
  pageViews: number;
  requests: number;
  filled: number;
  impressions: number;
  viewables: number;
  clicks: number;
  /** Requests that were refused, failed or were dropped because the server was too slow. */
  failures: number;
}

const ADDRESSES_PER_COUNTRY = 200;
const ADDRESS_ATTEMPTS = 400_000;
/** More page views than this at a time mean that the server cannot keep up: further ones are dropped. */
const MAX_AT_A_TIME = 2_000;
const TIMEOUT_MS = 10_000;
const ZONE = /<ins\b[^>]*\bdata-zone="([A-Za-z0-9_-]+)"/g;

interface Answer {
  status: number;
  text: string;
}

/** Random public addresses that the country database places in each of the visitors' countries. */
async function drawAddresses(random: Random): Promise<Map<string, string[]>> {
  const geo = await openGeo();
  const wanted = new Map<string, string[]>(VISITOR_COUNTRIES.map(({ country }) => [country, []]));
  const below = (limit: number) => Math.floor(random() * limit);
  for (let attempt = 0; attempt < ADDRESS_ATTEMPTS; attempt += 1) {
    const address = `${1 + below(222)}.${below(256)}.${below(256)}.${1 + below(254)}`;
    const addresses = wanted.get(countryCode(geo(address)));
    if (!addresses || addresses.length >= ADDRESSES_PER_COUNTRY) continue;
    addresses.push(address);
    if ([...wanted.values()].every((each) => each.length >= ADDRESSES_PER_COUNTRY)) break;
  }
  return wanted;
}

/** Zones named in a page's own markup. */
export function zonesOf(html: string): string[] {
  return [...new Set([...html.matchAll(ZONE)].map((match) => match[1]).filter((zone) => zone !== undefined))];
}

/** People who open pages, see ads and now and then click, over HTTP and in real time. */
export class Simulation {
  readonly totals: SimulationTotals = {
    pageViews: 0,
    requests: 0,
    filled: 0,
    impressions: 0,
    viewables: 0,
    clicks: 0,
    failures: 0,
  };
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly abort = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  private constructor(
    private readonly options: SimulationOptions,
    private readonly zones: string[],
    private readonly addresses: Map<string, string[]>,
    private readonly random: Random,
  ) {
    // Every visitor who lingers listens for the end.
    setMaxListeners(0, this.abort.signal);
  }

  /** Finds the zones and draws the visitors. Throws with one sentence when there is nothing to visit. */
  static async open(options: SimulationOptions): Promise<Simulation> {
    const random = seededRandom(options.seed);
    const zones = options.zones ?? zonesOf(await readPage(options.site));
    if (zones.length === 0) throw new Error(`${options.site} has no ad zones; name some with --zones.`);
    return new Simulation(options, zones, await drawAddresses(random), random);
  }

  get zoneCount(): number {
    return this.zones.length;
  }

  stop(): void {
    this.abort.abort();
  }

  /** Ends after the time, or soon after `stop`; visits under way are finished or given up. */
  async run(): Promise<void> {
    const { pageViewsPerSecond, durationMs } = this.options;
    const { signal } = this.abort;
    const started = performance.now();
    let begun = 0;
    while (!signal.aborted) {
      const elapsedMs = performance.now() - started;
      if (elapsedMs >= durationMs) break;
      const due = Math.floor((elapsedMs / 1_000) * pageViewsPerSecond);
      for (; begun < due; begun += 1) this.begin();
      await this.wait(Math.min(20, 1_000 / pageViewsPerSecond));
    }
    await Promise.all(this.underWay);
    this.agent.destroy();
  }

  private begin(): void {
    if (this.underWay.size >= MAX_AT_A_TIME) {
      this.totals.failures += 1;
      return;
    }
    const visit = this.visit().catch(() => {
      if (!this.abort.signal.aborted) this.totals.failures += 1;
    });
    this.underWay.add(visit);
    visit.finally(() => this.underWay.delete(visit));
  }

  private async visit(): Promise<void> {
    const { random, totals } = this;
    const { country } = pick(VISITOR_COUNTRIES, random);
    const browser = pick(BROWSERS, random);
    const addresses = this.addresses.get(country) ?? [];
    const headers = {
      'user-agent': browser.userAgent,
      'x-forwarded-for': addresses[Math.floor(random() * addresses.length)] ?? '192.0.2.1',
      referer: `${this.options.site}/`,
    };
    totals.pageViews += 1;
    totals.requests += this.zones.length;
    const { status, text } = await this.ask('GET', `/serve?zones=${this.zones.join(',')}`, headers);
    if (status !== 200) throw new Error(`/serve answered ${status}`);
    const { ads }: ServeAnswer = serveAnswer.parse(JSON.parse(text));
    await Promise.all(ads.map((ad) => this.lookAt(ad, browser, headers)));
  }

  private async lookAt(
    ad: ServedAd,
    browser: (typeof BROWSERS)[number],
    headers: Record<string, string>,
  ): Promise<void> {
    const [candidate] = ad.candidates;
    if (!candidate) return;
    const { totals } = this;
    totals.filled += 1;
    const { impressionMs, viewMs, clickMs } = react(candidate.creative, browser, this.random);
    if (impressionMs === null) return;
    await this.linger(impressionMs);
    await this.tell('POST', candidate.impression, headers, 204);
    totals.impressions += 1;
    if (viewMs === null) return;
    await this.linger(viewMs - impressionMs);
    await this.tell('POST', candidate.view, headers, 204);
    totals.viewables += 1;
    if (clickMs === null) return;
    await this.linger(Math.max(0, clickMs - viewMs));
    await this.tell('GET', candidate.click, headers, 302);
    totals.clicks += 1;
  }

  private async wait(ms: number): Promise<void> {
    const { signal } = this.abort;
    await pause(ms, undefined, { signal }).catch(() => {});
  }

  /** A visitor's pause; a stopped simulation ends the visit instead. */
  private async linger(ms: number): Promise<void> {
    await this.wait(ms);
    this.abort.signal.throwIfAborted();
  }

  private async tell(
    method: string,
    path: string,
    headers: Record<string, string>,
    expected: number,
  ): Promise<void> {
    const { status } = await this.ask(method, path, headers);
    if (status !== expected) throw new Error(`${path} answered ${status}`);
  }

  private ask(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.agent, timeout: TIMEOUT_MS };
      const call = request(new URL(path, this.options.url), options, (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (part: string) => {
          text += part;
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
        res.on('error', reject);
      });
      call.on('timeout', () => call.destroy(new Error('The ad server does not answer')));
      call.on('error', reject);
      call.end();
    });
  }
}

async function readPage(site: string): Promise<string> {
  try {
    const answer = await fetch(site, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await answer.text();
  } catch {
    throw new Error(`${site} does not answer. Is the network running (npm start)?`);
  }
}
