import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdCandidate, type NoFillReason, type ServedAd, serveAnswer } from '@ezdash/contracts';
import { type Random, react, seededRandom } from '../visitsModel';
import { chooseFor, crowdSize, drawCrowd, type SimulatedPerson } from './crowd';
import { drawNobody, drawRobot, type Nobody, viewHeaders } from './nobodies';
import { SimulationError } from './SimulationError';
import type { SimulationPlan } from './simulationPlan';
import { VisitorClient } from './VisitorClient';

export interface SimulationTotals {
  pageViews: number;
  /** Of these, by nobody. */
  nobodyViews: number;
  /** Zones asked for. */
  requests: number;
  filled: number;
  /** Zones without an ad, by the server's reason, or `frequency-cap` where the person had seen all of them. */
  unfilled: Partial<Record<NoFillReason | 'frequency-cap', number>>;
  /** People's own events that were acknowledged. */
  impressions: number;
  viewables: number;
  clicks: number;
  /** Acknowledged events that must not count: nobody's, or sent again. */
  nobodyEvents: number;
  landings: number;
  conversions: number;
  /** Requests that failed, were refused, or were left out because the server was too slow. */
  failures: number;
  /** The first few different ones. */
  problems: string[];
}

/** More page views than this at a time mean that the server cannot keep up: further ones are left out. */
const MOST_AT_A_TIME = 2_000;
const MOST_PROBLEMS = 5;
const ZONE = /<ins\b[^>]*\bdata-zone="([A-Za-z0-9_-]+)"/g;
const CLICK_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Nobody's eye is as quick as this. */
const HASTY_MS = 40;
/** Within it of its decision the server takes a click for nobody's. */
const LEAST_CLICK_MS = 300;
const PAGE_TIMEOUT_MS = 10_000;

/** Zones named in a page's own markup. */
export function zonesIn(html: string): string[] {
  return [...new Set([...html.matchAll(ZONE)].map((match) => match[1]).filter((zone) => zone !== undefined))];
}

async function readPage(url: string, what: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    return await answer.text();
  } catch {
    throw new SimulationError(`${url} (${what}) does not answer. Is the network running (npm start)?`);
  }
}

/** This machine has several names. */
const hostOf = (url: URL) => url.host.replace(/^(?:localhost|\[::1\])(?=:|$)/, '127.0.0.1');
const isSameSite = (address: string, site: string) =>
  URL.canParse(address) && hostOf(new URL(address)) === hostOf(new URL(site));

/** People who open pages, see ads and now and then click, over HTTP and in real time; and whoever else comes. */
export class Simulation {
  readonly totals: SimulationTotals = {
    pageViews: 0,
    nobodyViews: 0,
    requests: 0,
    filled: 0,
    unfilled: {},
    impressions: 0,
    viewables: 0,
    clicks: 0,
    nobodyEvents: 0,
    landings: 0,
    conversions: 0,
    failures: 0,
    problems: [],
  };
  private readonly abort = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  /** Pictures that browsers have by now, by person. */
  private readonly loaded = new Set<string>();
  private startedMs = 0;
  private endedMs = 0;

  private constructor(
    private readonly plan: SimulationPlan,
    readonly zones: readonly string[],
    private readonly people: readonly SimulatedPerson[],
    private readonly random: Random,
    private readonly client: VisitorClient,
    private readonly longestPauseMs: number,
  ) {
    // Every visitor who lingers listens for the end.
    setMaxListeners(0, this.abort.signal);
  }

  /**
   * Finds the zones and draws the people. Throws SimulationError when there is nothing to visit. `longestPauseMs`: for
   * tests, people who never linger.
   */
  static async open(plan: SimulationPlan, longestPauseMs = Number.POSITIVE_INFINITY): Promise<Simulation> {
    await readPage(`${plan.url}/healthz`, 'the ad server');
    const zones = plan.zones ?? zonesIn(await readPage(plan.site, 'the site'));
    if (zones.length === 0)
      throw new SimulationError(`${plan.site} has no ad zones; name some with --zones.`);
    const random = seededRandom(plan.seed);
    const people = await drawCrowd(crowdSize(plan.pageViewsPerSecond, plan.durationMs), plan.private, random);
    const client = new VisitorClient(plan.url);
    try {
      await assertZones(client, zones, people);
    } catch (error) {
      client.close();
      throw error;
    }
    return new Simulation(plan, zones, people, random, client, longestPauseMs);
  }

  get peopleCount(): number {
    return this.people.length;
  }

  get decisionMs(): readonly number[] {
    return this.client.decisionMs;
  }

  /** How long page views were begun for. */
  get elapsedMs(): number {
    return this.endedMs - this.startedMs;
  }

  stop(): void {
    this.abort.abort();
  }

  /** Ends after the time, or soon after `stop`; visits under way are finished or given up. */
  async run(): Promise<void> {
    const { pageViewsPerSecond, durationMs } = this.plan;
    const { signal } = this.abort;
    this.startedMs = performance.now();
    let begun = 0;
    const beginUntil = (elapsedMs: number) => {
      const due = Math.floor((elapsedMs / 1_000) * pageViewsPerSecond);
      for (; begun < due; begun += 1) this.begin();
    };
    while (!signal.aborted) {
      const elapsedMs = performance.now() - this.startedMs;
      beginUntil(Math.min(elapsedMs, durationMs));
      if (elapsedMs >= durationMs) break;
      await this.wait(Math.min(20, 1_000 / pageViewsPerSecond));
    }
    this.endedMs = performance.now();
    await Promise.all(this.underWay);
    this.client.close();
  }

  private begin(): void {
    if (this.underWay.size >= MOST_AT_A_TIME) {
      this.fail('The server is too slow for this rate: page views were left out');
      return;
    }
    const visit = this.visit().catch((error: unknown) => {
      if (!this.abort.signal.aborted) this.fail(error instanceof Error ? error.message : String(error));
    });
    this.underWay.add(visit);
    visit.finally(() => this.underWay.delete(visit));
  }

  private fail(problem: string): void {
    const { totals } = this;
    totals.failures += 1;
    if (totals.problems.length < MOST_PROBLEMS && !totals.problems.includes(problem))
      totals.problems.push(problem);
  }

  private async visit(): Promise<void> {
    const { random, totals, plan } = this;
    const person = this.people[Math.floor(random() * this.people.length)];
    if (!person) return;
    const nobody = random() < plan.bots ? drawNobody(random) : null;
    const headers = { ...person.headers, referer: `${plan.site}/`, ...viewHeaders(nobody, random) };
    totals.pageViews += 1;
    if (nobody !== null) totals.nobodyViews += 1;
    totals.requests += this.zones.length;
    const askedMs = performance.now();
    const { status, text } = await this.client.decide(`/serve?zones=${this.zones.join(',')}`, headers);
    if (status !== 200) throw new Error(`/serve answered ${status}`);
    const { ads } = serveAnswer.parse(JSON.parse(text));
    await Promise.all(ads.map((ad) => this.take(ad, person, nobody, headers, askedMs)));
  }

  private async take(
    ad: ServedAd,
    person: SimulatedPerson,
    nobody: Nobody | null,
    headers: Record<string, string>,
    askedMs: number,
  ): Promise<void> {
    const { totals } = this;
    const candidate = chooseFor(person, ad.candidates, Date.now());
    if (!candidate) {
      const reason = ad.reason ?? 'frequency-cap';
      totals.unfilled[reason] = (totals.unfilled[reason] ?? 0) + 1;
      return;
    }
    totals.filled += 1;
    if (nobody === 'scanner') return this.scan(candidate, headers);
    if (nobody === 'clicker') return this.clickAtOnce(candidate, headers, askedMs);
    await this.lookAt(candidate, person, headers, nobody === 'repeater' ? 3 : 1);
  }

  /** What opens every link of a page, under its own name. */
  private async scan(candidate: AdCandidate, headers: Record<string, string>): Promise<void> {
    const robot = { ...headers, 'user-agent': drawRobot(this.random) };
    await this.tell('GET', candidate.impression, robot, 'nobodyEvents');
    await this.tell('GET', candidate.click, robot, 'nobodyEvents', 302);
  }

  private async clickAtOnce(
    candidate: AdCandidate,
    headers: Record<string, string>,
    askedMs: number,
  ): Promise<void> {
    await this.tell('POST', candidate.impression, headers, 'impressions');
    await this.linger(HASTY_MS);
    await this.expect('GET', candidate.click, headers, 302);
    // Where everything is slow, the click may have come when a person's could.
    const isHasty = performance.now() - askedMs < LEAST_CLICK_MS;
    this.totals[isHasty ? 'nobodyEvents' : 'clicks'] += 1;
  }

  private async lookAt(
    candidate: AdCandidate,
    person: SimulatedPerson,
    headers: Record<string, string>,
    times: number,
  ): Promise<void> {
    await this.loadPicture(candidate, person, headers);
    const ctr = this.plan.ctr ?? undefined;
    const { impressionMs, viewMs, clickMs } = react(candidate.creative, person.browser, this.random, ctr);
    if (impressionMs === null) return;
    await this.linger(impressionMs);
    await this.tell('POST', candidate.impression, headers, 'impressions');
    for (let again = 1; again < times; again += 1)
      await this.tell('POST', candidate.impression, headers, 'nobodyEvents');
    if (viewMs === null) return;
    await this.linger(viewMs - impressionMs);
    await this.tell('POST', candidate.view, headers, 'viewables');
    if (clickMs === null) return;
    await this.linger(Math.max(0, clickMs - viewMs));
    const landing = await this.tell('GET', candidate.click, headers, 'clicks', 302);
    for (let again = 1; again < times; again += 1)
      await this.tell('GET', candidate.click, headers, 'nobodyEvents', 302);
    if (landing !== undefined) await this.land(landing, headers);
  }

  /** A browser loads a picture once. */
  private async loadPicture(
    candidate: AdCandidate,
    { address }: SimulatedPerson,
    headers: Record<string, string>,
  ): Promise<void> {
    if (candidate.type !== 'image') return;
    const key = `${address} ${candidate.image}`;
    if (this.loaded.has(key)) return;
    this.loaded.add(key);
    const { status } = await this.client.ask('GET', candidate.image, headers);
    if (status !== 200) throw new Error(`The picture ${candidate.image} answered ${status}`);
  }

  /** Opens the landing page when it is the site's own: no stranger is visited; and converts now and then. */
  private async land(location: string, headers: Record<string, string>): Promise<void> {
    const { plan, totals } = this;
    if (isSameSite(location, plan.site)) {
      const { status } = await this.client.ask('GET', location, headers);
      if (status !== 200) throw new Error(`The landing page answered ${status}`);
      totals.landings += 1;
    }
    const [clickId] = CLICK_ID.exec(location) ?? [];
    if (!plan.goal || clickId === undefined || this.random() >= plan.conversions) return;
    const cents = 500 + Math.floor(this.random() ** 2 * 20_000);
    const query = new URLSearchParams({
      click_id: clickId,
      goal: plan.goal.id,
      value: (cents / 100).toFixed(2),
      tx: clickId.slice(0, 13),
      ...(plan.goal.key !== null && { key: plan.goal.key }),
    });
    // The advertiser's server reports it, not the visitor's browser.
    const { status, text } = await this.client.ask('GET', `/postback?${query}`, {});
    if (status !== 200) throw new Error(`/postback answered ${status}: ${text.slice(0, 200)}`);
    totals.conversions += 1;
  }

  private async wait(ms: number): Promise<void> {
    const { signal } = this.abort;
    await pause(ms, undefined, { signal }).catch(() => {});
  }

  /** A visitor's pause; a stopped simulation ends the visit instead. */
  private async linger(ms: number): Promise<void> {
    await this.wait(Math.min(ms, this.longestPauseMs));
    this.abort.signal.throwIfAborted();
  }

  /** Sends an event and counts it when it was acknowledged; answers where it leads. */
  private async tell(
    method: string,
    path: string,
    headers: Record<string, string>,
    counter: 'impressions' | 'viewables' | 'clicks' | 'nobodyEvents',
    expected = 204,
  ): Promise<string | undefined> {
    const location = await this.expect(method, path, headers, expected);
    this.totals[counter] += 1;
    return location;
  }

  private async expect(
    method: string,
    path: string,
    headers: Record<string, string>,
    expected: number,
  ): Promise<string | undefined> {
    const { status, location } = await this.client.ask(method, path, headers);
    if (status !== expected) throw new Error(`${path.slice(0, 5)}… answered ${status}`);
    return location;
  }
}

/** A test request counts nothing and says which zones are none. */
async function assertZones(
  client: VisitorClient,
  zones: readonly string[],
  people: readonly SimulatedPerson[],
): Promise<void> {
  const headers = people[0]?.headers ?? {};
  const { status, text } = await client.ask('GET', `/serve?zones=${zones.join(',')}&test=1`, headers);
  if (status !== 200)
    throw new SimulationError(`The ad server answers /serve with ${status}: ${text.slice(0, 200)}`);
  const parsed = serveAnswer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new SimulationError('What answers /serve is no ad server of this version.');
  const unknown = parsed.data.ads.filter(({ reason }) => reason === 'unknown-zone').map(({ zone }) => zone);
  if (unknown.length > 0) throw new SimulationError(`The ad server knows no zone ${unknown.join(', ')}.`);
}
