import type { AppliedBatch } from '../budgetFacts';
import { Budgets } from '../budgets';
import { decide } from '../decide';
import type { Candidate } from '../decision';
import { buildSnapshot } from '../index/buildSnapshot';
import type { CampaignInput } from '../snapshotInput';
import { campaignInput, creativeInput, DESKTOP, zoneInput } from '../testFixtures';
import { type Random, seeded } from '../testMarket';
import type { TrafficForecast } from './forecast';
import { originOf, visits, type Weather } from './testTraffic';

/**
 * Days of traffic through the engine's own budgets and decisions, on a clock that is only told: visitors come, ads are
 * rendered or not, clicked or not, and a database bills what fits and says so a moment later, as the ingestion does.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A batch of events is in the database this long after they came. */
const BATCH_MS = 1_000;
/** Ads that are answered and never rendered. */
const LOST = 0.1;
const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);

export interface SimulationOptions {
  campaigns: (Partial<CampaignInput> & { id: number })[];
  fromMs: number;
  days: number;
  /** Ad requests a second, in the mean of an ordinary day. */
  perSecond: number;
  weather: Weather;
  forecast: TrafficForecast;
  seed: number;
  /** Of capped campaigns: how many visitors have seen them often enough. */
  sated?: number;
}

export interface Delivered {
  id: number;
  /** Micros billed, by hour since the beginning. */
  billed: number[];
  /** Micros of events that came and did not fit into a budget: never billed. */
  refused: number;
  impressions: number;
}
export interface Simulation {
  delivered: Map<number, Delivered>;
  /** Ad requests by hour since the beginning and country. */
  requests: { country: string; byHour: number[] }[];
  decisions: number;
}

type Act = () => void;

/** What is to happen at its time, a list a second: nothing here needs to be more exact. */
class Agenda {
  private readonly seconds = new Map<number, Act[]>();
  private second: number;
  constructor(nowMs: number) {
    this.second = Math.floor(nowMs / SECOND_MS);
  }
  add(timeMs: number, act: Act): void {
    const second = Math.max(this.second, Math.floor(timeMs / SECOND_MS));
    const acts = this.seconds.get(second);
    if (acts) acts.push(act);
    else this.seconds.set(second, [act]);
  }
  /** Calls `begin` with each second, then does what is due in it. */
  until(timeMs: number, begin: (nowMs: number) => void): void {
    for (; this.second * SECOND_MS <= timeMs; this.second += 1) {
      begin(this.second * SECOND_MS);
      for (const act of this.seconds.get(this.second) ?? []) act();
      this.seconds.delete(this.second);
    }
  }
}

/** What the ingestion does with the money: bills what fits into the day's and the whole budget. */
class Database {
  private readonly totals = new Map<number, number>();
  private readonly days = new Map<string, number>();
  private waiting: AppliedBatch['settled'] = [];

  constructor(
    private readonly inputs: ReadonlyMap<number, CampaignInput>,
    private readonly delivered: ReadonlyMap<number, Delivered>,
    private readonly fromMs: number,
  ) {}

  take(campaignId: number, priceMicros: number, decidedAtMs: number): void {
    this.waiting.push({ campaignId, decidedAtMs, claimMicros: priceMicros });
  }

  /** Bills what waits. */
  batch(nowMs: number): AppliedBatch | null {
    if (this.waiting.length === 0) return null;
    const settled = this.waiting;
    this.waiting = [];
    for (const { campaignId, decidedAtMs, claimMicros } of settled)
      this.bill(campaignId, claimMicros, decidedAtMs);
    const today = dayOf(nowMs);
    const touched = [...new Set(settled.map(({ campaignId }) => campaignId))];
    return {
      dayStartMs: today * DAY_MS,
      campaigns: touched.map((id) => ({
        id,
        todayMicros: this.days.get(`${id} ${today}`) ?? 0,
        totalMicros: this.totals.get(id) ?? 0,
      })),
      advertisers: [],
      settled,
    };
  }

  private bill(id: number, micros: number, decidedAtMs: number): void {
    const input = this.inputs.get(id);
    const tally = this.delivered.get(id);
    if (!input || !tally) return;
    const key = `${id} ${dayOf(decidedAtMs)}`;
    const day = (this.days.get(key) ?? 0) + micros;
    const total = (this.totals.get(id) ?? 0) + micros;
    if (day > input.dailyBudgetMicros || total > (input.totalBudgetMicros ?? Number.POSITIVE_INFINITY)) {
      tally.refused += micros;
      return;
    }
    this.days.set(key, day);
    this.totals.set(id, total);
    const hour = Math.floor((decidedAtMs - this.fromMs) / HOUR_MS);
    tally.billed[hour] = (tally.billed[hour] ?? 0) + micros;
  }
}

class Stage {
  readonly budgets = new Budgets();
  readonly delivered: Map<number, Delivered>;
  private readonly inputs: Map<number, CampaignInput>;
  private readonly agenda: Agenda;
  private readonly database: Database;
  private readonly snapshot;
  private readonly zone;
  private nowMs: number;
  decisions = 0;

  constructor(
    private readonly options: SimulationOptions,
    private readonly random: Random,
  ) {
    const { campaigns, fromMs, days } = options;
    const inputs = campaigns.map((each) => campaignInput({ advertiserId: 2_000 + each.id, ...each }));
    this.inputs = new Map(inputs.map((input) => [input.id, input]));
    this.delivered = new Map(
      inputs.map(({ id }) => [
        id,
        { id, billed: new Array<number>(days * 24).fill(0), refused: 0, impressions: 0 },
      ]),
    );
    this.nowMs = fromMs;
    this.agenda = new Agenda(fromMs);
    this.database = new Database(this.inputs, this.delivered, fromMs);
    this.snapshot = buildSnapshot({
      campaigns: inputs,
      creatives: inputs.map(({ id }) => creativeInput({ id: id + 1_000, campaignId: id })),
      zones: [zoneInput({ id: 401 })],
    });
    const zone = this.snapshot.zones.byId.get(401);
    if (!zone) throw new Error('no zone');
    this.zone = zone;
    this.budgets.traffic.take(options.forecast);
    this.budgets.tick(fromMs);
    this.budgets.attach(this.snapshot, fromMs, {
      dayStartMs: dayOf(fromMs) * DAY_MS,
      campaigns: [],
      advertisers: inputs.map(({ advertiserId }) => ({ id: advertiserId, balanceMicros: 1e15 })),
    });
  }

  /** Does what is due until then. */
  play(untilMs: number): void {
    this.agenda.until(untilMs, (nowMs) => {
      this.nowMs = nowMs;
      this.budgets.tick(nowMs);
      if (nowMs % BATCH_MS !== 0) return;
      const batch = this.database.batch(nowMs);
      if (batch) this.budgets.apply(batch, nowMs);
    });
  }

  visit(timeMs: number, country: string): void {
    this.budgets.tick(timeMs);
    this.decisions += 1;
    const { candidates } = decide(this.snapshot, this.budgets, {
      zone: this.zone,
      origin: originOf(country),
      client: DESKTOP,
      language: 0,
      keywords: [],
      address: '',
      exclude: [],
      random: Math.floor(this.random() * 2 ** 32),
      reserveMicros: 50_000,
    });
    const [winner] = candidates;
    if (!winner) return;
    this.budgets.reserve(winner.campaign.id, winner.priceMicros, timeMs);
    const shown = candidates.find(
      ({ campaign }) => !campaign.capped || this.random() >= (this.options.sated ?? 0),
    );
    if (shown && this.random() >= LOST) this.render(shown, timeMs);
  }

  private render({ campaign: { id, pricing, ctrPpm }, priceMicros }: Candidate, timeMs: number): void {
    const { budgets, agenda } = this;
    agenda.add(timeMs + 300 + this.random() * 2_500, () => {
      const tally = this.delivered.get(id);
      if (tally) tally.impressions += 1;
      budgets.rendered(id, priceMicros, timeMs);
      if (pricing === 0) this.claim(id, priceMicros, timeMs);
    });
    if (pricing === 0 || this.random() * 1e6 >= ctrPpm) return;
    agenda.add(timeMs + 3_000 + this.random() * 40_000, () => this.claim(id, priceMicros, timeMs));
  }

  private claim(id: number, priceMicros: number, decidedAtMs: number): void {
    this.budgets.claim(id, priceMicros, decidedAtMs, this.nowMs);
    this.database.take(id, priceMicros, decidedAtMs);
  }
}

export function simulatePacing(options: SimulationOptions): Simulation {
  const random = seeded(options.seed);
  const stage = new Stage(options, random);
  const untilMs = options.fromMs + options.days * DAY_MS;
  const requests = new Map<string, number[]>();
  for (const { timeMs, country } of visits(
    options.fromMs,
    untilMs,
    options.perSecond,
    options.weather,
    random,
  )) {
    stage.play(timeMs);
    const byHour = requests.get(country) ?? new Array<number>(options.days * 24).fill(0);
    requests.set(country, byHour);
    const hour = Math.floor((timeMs - options.fromMs) / HOUR_MS);
    byHour[hour] = (byHour[hour] ?? 0) + 1;
    stage.visit(timeMs, country);
  }
  // The last clicks and their batch.
  stage.play(untilMs + 120_000);
  return {
    delivered: stage.delivered,
    requests: [...requests].map(([country, byHour]) => ({ country, byHour })),
    decisions: stage.decisions,
  };
}
