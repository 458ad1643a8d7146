import { Budgets } from './budgets';
import { decide } from './decide';
import { buildSnapshot, buildSnapshotSteps, type Change, changeSnapshot } from './index/buildSnapshot';
import type { Snapshot } from './index/Snapshot';
import { finish } from './index/steps';
import type { CampaignInput, SnapshotInput } from './snapshotInput';
import {
  chooser,
  contextOf,
  NOW_MS,
  randomBudgets,
  randomCampaign,
  randomCreatives,
  randomMarket,
  randomPerson,
  seeded,
} from './testMarket';

const SEQUENCES = Number(process.env.EZDASH_SEQUENCES ?? 80);
const CHANGES = 12;
const VISITORS = 8;

function attach(snapshot: Snapshot): Budgets {
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  return budgets;
}

/** Some campaigns that are changed, new or gone. */
function drawChanges(input: SnapshotInput, random: () => number) {
  const { below, chance } = chooser(random);
  const changed = new Map<number, CampaignInput | null>();
  for (let count = 1 + below(3); count > 0; count -= 1) {
    const id = 1 + below(30);
    changed.set(id, chance(0.2) ? null : randomCampaign(id, random));
  }
  const campaigns = [
    ...input.campaigns.filter(({ id }) => !changed.has(id)),
    ...[...changed.values()].filter((campaign) => campaign !== null),
  ];
  const creatives = [
    ...input.creatives.filter(({ campaignId }) => !changed.has(campaignId)),
    ...[...changed].flatMap(([id, campaign]) => (campaign === null ? [] : randomCreatives(id, random))),
  ];
  return { ids: [...changed.keys()], next: { ...input, campaigns, creatives } };
}

/** A whole snapshot on its way, as the keeper makes it: read at one step, prepared at another, taken over at a third. */
interface Whole {
  snapshot: Snapshot;
  since: Map<number, Change | null>;
}
const READ_AT = 1;
const PREPARED_AT = 3;
const TAKEN_AT = 4;
const ROUND = 6;

test(`a changed snapshot decides as one that is built anew, over ${SEQUENCES} random sequences of changes`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    const random = seeded(seed * 7_919);
    let { input } = randomMarket(seed, 25);
    let snapshot = buildSnapshot(input);
    const budgets = attach(snapshot);
    budgets.load(randomBudgets(input.campaigns, random), NOW_MS);
    let changes = new Map<number, Change | null>();
    let whole: Whole | null = null;
    for (let step = 0; step < CHANGES; step += 1) {
      // From here on what changes is in the index in use alone.
      if (step % ROUND === READ_AT) whole = { snapshot: buildSnapshot(input), since: new Map() };
      if (step % ROUND === PREPARED_AT && whole) finish(budgets.prepare(whole.snapshot));
      const { ids, next } = drawChanges(input, random);
      input = next;
      for (const id of ids) {
        const campaign = input.campaigns.find((each) => each.id === id);
        const creatives = input.creatives.filter(({ campaignId }) => campaignId === id);
        const change = campaign ? { input: campaign, creatives } : null;
        changes.set(id, change);
        whole?.since.set(id, change);
      }
      // Places and sets that were made before the change must not outlive it: ask first, then change.
      const facts = randomBudgets(input.campaigns, random);
      snapshot = changeSnapshot(snapshot, changes);
      budgets.attachChanged(snapshot, ids, NOW_MS);
      if (step % ROUND === TAKEN_AT && whole) {
        finish(budgets.judgePrepared(() => NOW_MS, facts));
        changes = whole.since;
        snapshot = changeSnapshot(budgets.takeOver(), changes);
        budgets.attachChanged(snapshot, [...changes.keys()], NOW_MS);
        whole = null;
      }
      budgets.load(facts, NOW_MS);
      const leftOf = (each: CampaignInput) => budgets.leftOf(each);
      // What changed keeps the bid it was given then; whose rest is another by now gets another.
      const repriced = budgets.mispriced(Number.POSITIVE_INFINITY);
      for (const id of repriced) {
        const campaign = input.campaigns.find((each) => each.id === id);
        const creatives = input.creatives.filter(({ campaignId }) => campaignId === id);
        if (campaign) changes.set(id, { input: campaign, creatives });
        if (campaign) whole?.since.set(id, { input: campaign, creatives });
      }
      snapshot = changeSnapshot(snapshot, changes, leftOf);
      budgets.attachChanged(snapshot, repriced, NOW_MS);
      const rebuilt = buildSnapshot(input, leftOf);
      const fresh = attach(rebuilt);
      fresh.load(facts, NOW_MS);
      for (let visitor = 0; visitor < VISITORS; visitor += 1) {
        const market = { person: randomPerson(random), exclude: [], random: Math.floor(random() * 2 ** 32) };
        const outcome = (from: Snapshot, gate: Budgets) => {
          const zone = from.zones.byId.get(401);
          if (!zone) throw new Error('no zone');
          const { reason, candidates } = decide(from, gate, contextOf(zone, market));
          const shown = candidates.map(
            ({ campaign, creative, priceMicros }) => `${campaign.id}/${creative.id} ${priceMicros}`,
          );
          return `${reason}: ${shown.join()}`;
        };
        const found = outcome(snapshot, budgets);
        const wanted = outcome(rebuilt, fresh);
        if (found !== wanted)
          throw new Error(`Sequence ${seed}, change ${step}: ${found} instead of ${wanted}`);
      }
    }
  }
});

test('built in steps it is the same, and no step is long', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => index + 1);
  const random = seeded(1);
  const input = {
    campaigns: ids.map((id) => randomCampaign(id, random)),
    creatives: ids.flatMap((id) => randomCreatives(id, random)),
    zones: randomMarket(1).input.zones,
  };
  const atOnce = buildSnapshot(input);
  let steps = 0;
  const inSteps = finish(
    (function* () {
      const generator = buildSnapshotSteps(input);
      for (;;) {
        const { done, value } = generator.next();
        if (done) return value;
        steps += 1;
        yield;
      }
    })(),
  );
  const order = (snapshot: Snapshot) => snapshot.indexes[0]?.campaigns.map(({ id }) => id);
  expect(order(inSteps)).toEqual(order(atOnce));
  expect(steps).toBeGreaterThan(20);
});
