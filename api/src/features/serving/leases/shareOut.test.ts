import fc from 'fast-check';
import type { LeaseAsk } from './LeaseStore';
import { type Balance, type Standing, shareOf, shareOut } from './shareOut';

const ask = (fields: Partial<LeaseAsk> = {}): LeaseAsk => ({
  campaignId: 101,
  unitMicros: 100,
  inUseMicros: 0,
  inUsePlaces: 0,
  wantMicros: 2_000,
  wantPlaces: 0,
  keepMicros: null,
  keepPlaces: null,
  ...fields,
});
const standing = (fields: Partial<Standing> = {}): Standing => ({
  campaignId: 101,
  advertiserId: 1001,
  dailyLeft: 1_000_000n,
  totalLeft: null,
  heldToday: 0n,
  heldInAll: 0n,
  placesLeft: null,
  heldPlaces: 0n,
  ownMicros: 0n,
  ownPlaces: 0n,
  ...fields,
});
const share = (asked: LeaseAsk, stands: Standing, balance: Balance = { balance: 1_000_000n, held: 0n }) =>
  shareOut([asked], new Map([[stands.campaignId, stands]]), new Map([[stands.advertiserId, balance]]), 8)[0];

describe('shareOut', () => {
  test('some two seconds of spend, as long as that is less than a part of half of what is left', () => {
    expect(share(ask(), standing())).toMatchObject({ micros: 2_000n, scarce: false });
    expect(share(ask({ wantMicros: 90_000 }), standing())).toMatchObject({ micros: 62_500n });
    expect(share(ask(), standing({ totalLeft: 16_000n }))).toMatchObject({ micros: 1_000n });
    expect(share(ask(), standing(), { balance: 8_000n, held: 0n })).toMatchObject({ micros: 500n });
  });

  test('one event as long as there is one, and nothing of what is less', () => {
    expect(share(ask(), standing({ dailyLeft: 300n }))).toMatchObject({ micros: 100n, scarce: false });
    expect(share(ask(), standing({ dailyLeft: 300n, heldToday: 200n }))).toMatchObject({ micros: 100n });
    expect(share(ask(), standing({ dailyLeft: 300n, heldToday: 201n }))).toMatchObject({
      micros: 0n,
      scarce: true,
    });
  });

  test('what is in use stays, and what is unused counts as had', () => {
    const held = { ownMicros: 1_500n, heldToday: 1_500n, heldInAll: 1_500n };
    expect(share(ask({ inUseMicros: 1_200 }), standing(held))).toMatchObject({ micros: 3_200n });
    expect(share(ask({ wantMicros: 0 }), standing(held))).toMatchObject({ micros: 1_500n });
  });

  test('what is on its way already is covered first, as far as there is anything', () => {
    const claim = { own: 0n, inUse: 10n, want: 20n, unit: 1n, nodes: 2n };
    expect([10n, 8n, 11n].map((free) => shareOf({ ...claim, free }))).toEqual([10n, 8n, 11n]);
    const asked = ask({ unitMicros: 0, wantMicros: 0, wantPlaces: 20, inUsePlaces: 10 });
    expect(share(asked, standing({ placesLeft: 10n }))).toMatchObject({ places: 10n, scarce: true });
    const dear = ask({ inUseMicros: 950 });
    expect(share(dear, standing({ dailyLeft: 1_000n }))).toMatchObject({ micros: 950n, scarce: true });
  });

  test('what is given back is free for others at once', () => {
    const held = { dailyLeft: 1_500n, ownMicros: 1_500n, heldToday: 1_500n, heldInAll: 1_500n };
    const balance = { balance: 1_500n, held: 1_500n };
    const given = share(ask({ inUseMicros: 300, wantMicros: 0, keepMicros: 300 }), standing(held), balance);
    expect(given).toMatchObject({ micros: 300n, scarce: false });
    expect(balance.held).toBe(300n);
  });

  test('when more is out than there is, the asker has less', () => {
    const over = { dailyLeft: 1_000n, ownMicros: 600n, heldToday: 1_250n, heldInAll: 1_250n };
    expect(share(ask(), standing(over))).toMatchObject({ micros: 350n });
  });

  test('impressions of a limit one by one, at the end', () => {
    const limited = ask({ unitMicros: 0, wantMicros: 0, wantPlaces: 20 });
    expect(share(limited, standing({ placesLeft: 320n }))).toMatchObject({ places: 20n });
    expect(share(limited, standing({ placesLeft: 10n }))).toMatchObject({ places: 1n, scarce: false });
    expect(share(limited, standing({ placesLeft: 10n, heldPlaces: 10n }))).toMatchObject({
      places: 0n,
      scarce: true,
    });
  });

  test('campaigns of one advertiser share one balance in the order of the asks', () => {
    const standings = new Map([101, 102, 103].map((id) => [id, standing({ campaignId: id })]));
    const balances = new Map([[1001, { balance: 250n, held: 0n }]]);
    const shares = shareOut(
      [101, 102, 103].map((campaignId) => ask({ campaignId })),
      standings,
      balances,
      8,
    );
    expect(shares.map(({ micros }) => micros)).toEqual([100n, 100n, 0n]);
  });

  test('whatever many ask for, one after the other, no more is out than there is, and none has too much unused', () => {
    const nodes = 8;
    const turn = fc.record({
      node: fc.nat(nodes - 1),
      want: fc.nat(5_000),
      spend: fc.nat(3_000),
      billed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.bigInt(0n, 200_000n), fc.array(turn, { maxLength: 200 }), (budget, turns) => {
        const held = new Array<bigint>(nodes).fill(0n);
        const inUse = new Array<bigint>(nodes).fill(0n);
        let spent = 0n;
        const sum = () => held.reduce((total, each) => total + each, 0n);
        for (const { node, want, spend, billed } of turns) {
          const own = held[node] ?? 0n;
          const used = inUse[node] ?? 0n;
          const free = budget - spent - sum();
          const left = free + (own > used ? own - used : 0n);
          const now = shareOf({ own, inUse: used, want: BigInt(want), unit: 100n, free, nodes: 8n });
          held[node] = now;
          expect(spent + sum()).toBeLessThanOrEqual(budget);
          const most = [BigInt(want), left / 16n].reduce((a, b) => (a < b ? a : b));
          const grown = now > own ? now - used : 0n;
          expect(grown).toBeLessThanOrEqual(most > 100n ? most : 100n);
          // It spends of what it has, and a batch bills all that is in use.
          const spends = BigInt(spend) < now - used ? BigInt(spend) : now - used;
          inUse[node] = used + (spends > 0n ? spends : 0n);
          if (billed) {
            spent += inUse[node] ?? 0n;
            held[node] = now - (inUse[node] ?? 0n);
            inUse[node] = 0n;
          }
        }
      }),
    );
  });
});
