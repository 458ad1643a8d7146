import fc from 'fast-check';
import { emptyPurse, type Money, type Purse, spendableMicros, take } from './billing';

const ADVERTISER = 1001;
const CAMPAIGN = 101;
const DAY = '2026-11-18';

const moneyOf = (purse: Partial<Purse>, dailyBudgetMicros = 10n ** 12n): Money => ({
  campaigns: new Map([
    [
      CAMPAIGN,
      {
        dailyBudgetMicros,
        totalBudgetMicros: null,
        totalSpentMicros: 0n,
        spentByDay: new Map<string, bigint>(),
      },
    ],
  ]),
  purses: new Map([[ADVERTISER, { ...emptyPurse(), ...purse }]]),
});
const charge = (money: Money, priceMicros: number) =>
  take({ advertiserId: ADVERTISER, campaignId: CAMPAIGN, day: DAY, priceMicros }, money);
const purseOf = (money: Money) => money.purses.get(ADVERTISER) ?? emptyPurse();

test('bonus, then cash, then credit pay, and what is lent passes through cash', () => {
  const money = moneyOf({ bonusMicros: 200n, cashMicros: 300n, drawableMicros: 1_000n });
  expect(charge(money, 900)).toBe(200n);
  expect(purseOf(money)).toEqual({
    bonusMicros: 0n,
    cashMicros: 0n,
    drawableMicros: 600n,
    drawnMicros: 400n,
  });
  expect(charge(money, 600)).toBe(0n);
  expect(purseOf(money)).toMatchObject({ drawableMicros: 0n, drawnMicros: 1_000n });
  expect(charge(money, 1)).toBeNull();
});

test('what does not fit draws nothing', () => {
  const money = moneyOf({ cashMicros: 300n, drawableMicros: 100n });
  expect(charge(money, 401)).toBeNull();
  expect(purseOf(money)).toMatchObject({ cashMicros: 300n, drawableMicros: 100n, drawnMicros: 0n });
  const spent = moneyOf({ drawableMicros: 100n }, 50n);
  expect(charge(spent, 60)).toBeNull();
  expect(purseOf(spent).drawnMicros).toBe(0n);
});

test('a debt in cash is in the way: it is paid with what is lent, and a bonus alone needs no credit', () => {
  const money = moneyOf({ bonusMicros: 300n, cashMicros: -50n, drawableMicros: 100n });
  expect(charge(money, 250)).toBe(250n);
  expect(purseOf(money)).toMatchObject({ bonusMicros: 50n, cashMicros: -50n, drawnMicros: 0n });
  expect(charge(money, 100)).toBe(50n);
  expect(purseOf(money)).toEqual({ bonusMicros: 0n, cashMicros: 0n, drawableMicros: 0n, drawnMicros: 100n });
});

test('whatever is charged: never more than there is, cash never lower than it was, nothing lent that is not needed', () => {
  const amount = fc.bigInt({ min: 0n, max: 5_000n });
  fc.assert(
    fc.property(
      fc.record({
        bonusMicros: amount,
        cashMicros: fc.bigInt({ min: -2_000n, max: 5_000n }),
        drawableMicros: amount,
      }),
      fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 20 }),
      (given, prices) => {
        const money = moneyOf(given);
        const before = spendableMicros({ ...emptyPurse(), ...given });
        let spent = 0n;
        let bonus = 0n;
        for (const price of prices) {
          const fits = spendableMicros(purseOf(money)) >= BigInt(price);
          const part = charge(money, price);
          expect(part !== null).toBe(fits);
          if (part === null) continue;
          spent += BigInt(price);
          bonus += part;
        }
        const purse = purseOf(money);
        expect(spendableMicros(purse)).toBe(before - spent);
        expect(purse.bonusMicros).toBe(given.bonusMicros - bonus);
        expect(purse.drawnMicros + purse.drawableMicros).toBe(given.drawableMicros);
        expect(purse.drawableMicros).toBeGreaterThanOrEqual(0n);
        // As it is posted: all that was lent, then all that was spent.
        expect(purse.cashMicros).toBe(given.cashMicros + purse.drawnMicros - (spent - bonus));
        if (purse.cashMicros < 0n) expect(purse.cashMicros).toBe(given.cashMicros);
        if (purse.drawnMicros > 0n) expect(purse.cashMicros).toBe(0n);
      },
    ),
  );
});
