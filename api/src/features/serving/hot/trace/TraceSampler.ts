const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Traces a second: so many looks at a campaign, and at most four decisions. */
const LOOKS_PER_SECOND = 40_000;
const MOST_PER_SECOND = 4;
/** What of a second's traces may go to the first decisions of zones: all of a minute's at once would hold up the ads. */
const FIRSTS_SHARE = 0.5;
/** Trials of tags: so many a second, and so many at once. */
const TESTS_PER_SECOND = 2;
const MOST_TESTS = 20;
/** Of those of one zone at once, half of all; so often another comes. Ids of zones are no secret. */
const MOST_TESTS_OF_ZONE = 10;
const ZONE_TEST_MS = 1_000;
/** Zones whose trials are told apart. */
const MOST_ZONES = 1_000;

/** Which decisions are traced. */
export interface DecisionSampler {
  /** How many decisions the one that was last taken stands for. */
  readonly weight: number;
  setCampaigns(count: number): void;
  takes(zoneId: number, isTest: boolean, nowMs: number): boolean;
}

/**
 * Which decisions are traced, so that what is found of them holds for all: the first of each zone in a minute stands
 * for itself (weight 1), of the others one drawn from each block of them stands for the block. Blocks are as long as the
 * last second's traffic asks for, and twice as long with each one beyond the rate, so that a burst is never traced as a
 * whole; their length never depends on what was drawn. Trials stand for nobody (weight 0).
 */
export class TraceSampler implements DecisionSampler {
  /** How many decisions the one that was last taken stands for. */
  weight = 0;
  private rate = MOST_PER_SECOND;
  /** Of the block under way: its length, how many are left of it, and until the one that is drawn. */
  private length = 1;
  private left = 0;
  private countdown = 0;
  /** Of this second: decisions that were no firsts, and their blocks. */
  private seen = 0;
  private blocks = 0;
  private secondEndsMs = Number.NEGATIVE_INFINITY;
  private minuteEndsMs = Number.NEGATIVE_INFINITY;
  private firstsLeft = 0;
  private readonly zones = new Set<number>();
  private tests = MOST_TESTS;
  private testsAtMs = 0;
  /** When the trials of a zone that were traced would be forgotten. */
  private readonly testsOf = new Map<number, number>();

  /** `random` answers numbers from 0 up to 1. */
  constructor(private readonly random: () => number = Math.random) {}

  /** The more campaigns a trace has to look at, the fewer there are. */
  setCampaigns(count: number): void {
    this.rate = Math.min(MOST_PER_SECOND, Math.max(1, Math.floor(LOOKS_PER_SECOND / Math.max(1, count))));
  }

  /** Whether the decision of a zone is traced; asked with every decision. */
  takes(zoneId: number, isTest: boolean, nowMs: number): boolean {
    if (isTest) return this.takesTest(zoneId, nowMs);
    if (nowMs >= this.secondEndsMs || nowMs < this.secondEndsMs - MINUTE_MS) this.beginSecond(nowMs);
    if (this.firstsLeft > 0 && !this.zones.has(zoneId)) {
      this.zones.add(zoneId);
      this.firstsLeft -= 1;
      this.weight = 1;
      return true;
    }
    this.seen += 1;
    if (this.left === 0) this.beginBlock();
    this.left -= 1;
    this.countdown -= 1;
    if (this.countdown !== 0) return false;
    this.weight = this.length;
    return true;
  }

  private takesTest(zoneId: number, nowMs: number): boolean {
    const passed = Math.max(0, nowMs - this.testsAtMs) / SECOND_MS;
    this.tests = Math.min(MOST_TESTS, this.tests + passed * TESTS_PER_SECOND);
    this.testsAtMs = nowMs;
    if (this.tests < 1) return false;
    const most = nowMs + MOST_TESTS_OF_ZONE * ZONE_TEST_MS;
    const known = this.testsOf.get(zoneId) ?? 0;
    // A clock that was set back leaves what is known far ahead.
    const until = (known > most ? nowMs : Math.max(nowMs, known)) + ZONE_TEST_MS;
    if (until > most) return false;
    if (this.testsOf.size >= MOST_ZONES) this.testsOf.clear();
    this.testsOf.set(zoneId, until);
    this.tests -= 1;
    this.weight = 0;
    return true;
  }

  private beginSecond(nowMs: number): void {
    // A second that is long over says nothing of the traffic now.
    const isNext = nowMs < this.secondEndsMs + SECOND_MS;
    this.length = isNext ? Math.max(1, Math.ceil(this.seen / this.rate)) : 1;
    this.left = 0;
    this.seen = 0;
    this.blocks = 0;
    this.secondEndsMs = nowMs + SECOND_MS;
    this.firstsLeft = Math.ceil(this.rate * FIRSTS_SHARE);
    if (nowMs < this.minuteEndsMs && nowMs >= this.minuteEndsMs - MINUTE_MS) return;
    this.minuteEndsMs = nowMs + MINUTE_MS;
    this.zones.clear();
  }

  private beginBlock(): void {
    if (this.blocks >= this.rate) this.length *= 2;
    this.blocks += 1;
    this.left = this.length;
    this.countdown = 1 + Math.floor(this.random() * this.length);
  }
}
