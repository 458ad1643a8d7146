import { EVENT_KINDS, INVALID_REASONS, SIGHT_RULES } from '@ezdash/contracts';
import type { IngestEvent } from './journalRecords';
import { judge, type StoredEvent } from './judge';
import { EVENT_TIME_MS, ingestEvent, moneyOf, OWNERS } from './testEvents';

const run = (
  events: IngestEvent[],
  stored: StoredEvent[] = [],
  money = moneyOf(),
  waiting: IngestEvent[] = [],
) => judge(events, stored, () => OWNERS, money, waiting);
const verdicts = (events: IngestEvent[], stored: StoredEvent[] = [], money = moneyOf()) =>
  run(events, stored, money).events.map(({ verdict }) => verdict);
const of = (event: IngestEvent, kind: keyof typeof EVENT_KINDS, fields: Partial<IngestEvent> = {}) =>
  ingestEvent({ ...event, kind: EVENT_KINDS[kind], ...fields });

describe('judge', () => {
  test('an impression, its view and its click count once each', () => {
    const shown = ingestEvent();
    const judged = run([
      shown,
      of(shown, 'viewable'),
      of(shown, 'click'),
      of(shown, 'click'),
      of(shown, 'impression'),
    ]);
    expect(judged.events.map(({ event, verdict }) => [event.kind, verdict])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(judged.discarded.map(({ reason }) => reason)).toEqual([
      INVALID_REASONS.replay,
      INVALID_REASONS.replay,
    ]);
  });

  test('what could not be seen takes no place: the impression counts once somebody could', () => {
    const shown = ingestEvent();
    const reasons = [...SIGHT_RULES.map(([reason]) => reason), 'unmeasured' as const].map(
      (reason) => INVALID_REASONS[reason],
    );
    for (const invalidReason of reasons) {
      const judged = run([of(shown, 'impression', { invalidReason }), shown, of(shown, 'click')]);
      expect(judged.discarded.map(({ reason }) => reason)).toEqual([invalidReason]);
      expect(judged.events.map(({ verdict }) => verdict)).toEqual([0, 0]);
    }
  });

  test('a click on an ad that could not be seen has no impression', () => {
    const shown = ingestEvent({ invalidReason: INVALID_REASONS.covered });
    expect(verdicts([shown, of(shown, 'click', { invalidReason: 0 })])).toEqual([
      INVALID_REASONS['click-before-impression'],
    ]);
  });

  test('a repetition of what an earlier batch stored', () => {
    const shown = ingestEvent();
    const judged = run([shown], [{ decisionId: shown.decisionId, campaignId: 101, kind: 1, verdict: 0 }]);
    expect(judged.events).toEqual([]);
    expect(judged.discarded).toMatchObject([{ reason: INVALID_REASONS.replay }]);
  });

  test('a click whose impression came in an earlier batch counts, also when that one was over budget', () => {
    const shown = ingestEvent();
    for (const verdict of [INVALID_REASONS.counted, INVALID_REASONS['over-budget']])
      expect(
        verdicts([of(shown, 'click')], [{ decisionId: shown.decisionId, campaignId: 101, kind: 1, verdict }]),
      ).toEqual([0]);
  });

  test('a click that overtook its impression within the batch counts', () => {
    const shown = ingestEvent();
    expect(verdicts([of(shown, 'click'), shown])).toEqual([0, 0]);
  });

  test.each(['click', 'viewable'] as const)(
    'a %s without an impression, or after an expired one, does not',
    (kind) => {
      const shown = ingestEvent();
      expect(verdicts([of(shown, kind)])).toEqual([INVALID_REASONS['click-before-impression']]);
      const expired = {
        decisionId: shown.decisionId,
        campaignId: 101,
        kind: 1,
        verdict: INVALID_REASONS.expired,
      };
      expect(verdicts([of(shown, kind)], [expired])).toEqual([INVALID_REASONS['click-before-impression']]);
    },
  );

  test('what follows an impression that was found to be invalid is so for the same reason, and waits for nothing', () => {
    const shown = ingestEvent({ pricing: 1 });
    for (const verdict of [INVALID_REASONS.sivt, INVALID_REASONS['data-centre'], INVALID_REASONS.internal]) {
      const stored = { decisionId: shown.decisionId, campaignId: 101, kind: 1, verdict };
      const judged = run([of(shown, 'click'), of(shown, 'viewable')], [stored]);
      expect(judged.events).toMatchObject([
        { verdict, spendMicros: 0 },
        { verdict, spendMicros: 0 },
      ]);
    }
    const late = of(shown, 'click', { invalidReason: INVALID_REASONS.expired });
    const stored = { decisionId: shown.decisionId, campaignId: 101, kind: 1, verdict: INVALID_REASONS.sivt };
    expect(verdicts([late], [stored])).toEqual([INVALID_REASONS.expired]);
  });

  test('a click that waits is settled by its impression, and by nothing else', () => {
    const shown = ingestEvent({ pricing: 1 });
    const click = of(shown, 'click', { claimed: false });
    const stored = { decisionId: shown.decisionId, campaignId: 101, kind: EVENT_KINDS.click, verdict: 5 };
    expect(run([ingestEvent()], [stored], moneyOf(), [click]).settled).toEqual([]);
    const expired = of(shown, 'impression', { invalidReason: INVALID_REASONS.expired });
    expect(run([expired], [stored], moneyOf(), [click]).settled).toEqual([]);
    const judged = run([shown, of(shown, 'click')], [stored], moneyOf(), [click]);
    expect(judged.settled).toMatchObject([{ verdict: 0, spendMicros: 1_000, payoutMicros: 800 }]);
    // The click itself, sent once more, is a repetition still.
    expect(judged.discarded).toMatchObject([{ reason: INVALID_REASONS.replay }]);
  });

  describe('one decision answers several candidates, and one of them is shown', () => {
    const beforeImpression = INVALID_REASONS['click-before-impression'];
    const shown = ingestEvent();
    const other = { campaignId: 102, creativeId: 302, pricing: 1 } as const;
    const stored = {
      decisionId: shown.decisionId,
      campaignId: 101,
      kind: EVENT_KINDS.impression,
      verdict: 0,
    };
    const money = moneyOf();
    const limits = money.campaigns.get(101);
    if (limits) money.campaigns.set(102, { ...limits });

    test.each([
      ['of the same batch', [shown], []],
      ['that is stored', [], [stored]],
    ])(
      'a click on another one than that of an impression %s costs nothing and takes no place',
      (_title, first, before) => {
        const events = [of(shown, 'click', other), of(shown, 'viewable', other), of(shown, 'click')];
        const judged = run([...first, ...events], before, money);
        expect(judged.events.map(({ event, verdict }) => [event.campaignId, verdict])).toEqual(
          [...first, 1].map(() => [101, 0]),
        );
        expect(judged.discarded.map(({ event, reason }) => [event.campaignId, reason])).toEqual([
          [102, beforeImpression],
          [102, beforeImpression],
        ]);
      },
    );

    test('a click that waits for its impression is not settled by another one’s', () => {
      expect(run([shown], [], money, [of(shown, 'click', other)]).settled).toEqual([]);
      expect(
        run([of(shown, 'impression', other)], [], money, [of(shown, 'click', other)]).settled,
      ).toMatchObject([{ verdict: 0, spendMicros: 1_000 }]);
    });
  });

  test('a click that waited is over budget when nothing is left', () => {
    const shown = ingestEvent({ pricing: 1 });
    const money = moneyOf({ dailyBudgetMicros: 999n });
    expect(run([shown], [], money, [of(shown, 'click')]).settled).toMatchObject([
      { verdict: INVALID_REASONS['over-budget'], spendMicros: 0 },
    ]);
  });

  test('a robot or a prefetch leaves the place to the person', () => {
    const shown = ingestEvent();
    const judged = run([
      of(shown, 'impression', { invalidReason: INVALID_REASONS.bot }),
      of(shown, 'impression', { invalidReason: INVALID_REASONS.prefetch }),
      shown,
    ]);
    expect(judged.discarded.map(({ reason }) => reason)).toEqual([
      INVALID_REASONS.bot,
      INVALID_REASONS.prefetch,
    ]);
    expect(judged.events).toMatchObject([{ verdict: 0, spendMicros: 1_000 }]);
  });

  test.each(['internal', 'rate', 'data-centre', 'too-fast'] as const)(
    'neither does what is %s on arrival take its place: the person’s own click counts',
    (name) => {
      const shown = ingestEvent({ pricing: 1 });
      const invalidReason = INVALID_REASONS[name];
      const judged = run([shown, of(shown, 'click', { invalidReason }), of(shown, 'click')]);
      expect(judged.discarded.map(({ reason }) => reason)).toEqual([invalidReason]);
      expect(judged.events.map(({ spendMicros }) => spendMicros)).toEqual([0, 1_000]);
      // Nothing follows an impression that is none.
      const alone = run([of(shown, 'impression', { invalidReason }), of(shown, 'click')]);
      expect(alone.events.map(({ verdict }) => verdict)).toEqual([
        INVALID_REASONS['click-before-impression'],
      ]);
    },
  );

  test('an expired event is kept and costs nothing', () => {
    expect(run([ingestEvent({ invalidReason: INVALID_REASONS.expired })]).events).toMatchObject([
      { verdict: INVALID_REASONS.expired, spendMicros: 0, payoutMicros: 0 },
    ]);
  });

  test('CPM pays the impression, CPC the click', () => {
    const shown = ingestEvent({ pricing: 1 });
    expect(run([shown, of(shown, 'click')]).events.map(({ spendMicros }) => spendMicros)).toEqual([0, 1_000]);
    const paid = ingestEvent();
    expect(run([paid, of(paid, 'click')]).events.map(({ spendMicros }) => spendMicros)).toEqual([1_000, 0]);
  });

  test('the daily budget is each day’s own', () => {
    const yesterday = EVENT_TIME_MS - 86_400_000;
    const money = moneyOf({ dailyBudgetMicros: 1_500n });
    const events = [ingestEvent(), ingestEvent(), ingestEvent({ decidedAtMs: yesterday })];
    expect(verdicts(events, [], money)).toEqual([0, INVALID_REASONS['over-budget'], 0]);
  });

  test('the total budget holds over the days', () => {
    const money = moneyOf({ totalBudgetMicros: 2_500n, totalSpentMicros: 1_000n });
    const events = [ingestEvent(), ingestEvent({ decidedAtMs: EVENT_TIME_MS - 86_400_000 })];
    expect(verdicts(events, [], money)).toEqual([0, INVALID_REASONS['over-budget']]);
  });

  test('bonus goes first, an event may be paid from both, and none is paid in part', () => {
    const money = moneyOf({}, { bonusMicros: 1_400n, cashMicros: 700n });
    const judged = run([ingestEvent(), ingestEvent(), ingestEvent()], [], money);
    expect(judged.events.map(({ spendMicros, bonusMicros }) => [spendMicros, bonusMicros])).toEqual([
      [1_000, 1_000],
      [1_000, 400],
      [0, 0],
    ]);
    expect(money.purses.get(OWNERS.advertiserId)).toMatchObject({ bonusMicros: 0n, cashMicros: 100n });
  });

  test('a smaller price may still fit where a larger one did not', () => {
    const money = moneyOf({ dailyBudgetMicros: 1_500n });
    const events = [ingestEvent(), ingestEvent(), ingestEvent({ priceMicros: 400, payoutMicros: 320 })];
    expect(verdicts(events, [], money)).toEqual([0, INVALID_REASONS['over-budget'], 0]);
  });

  test('a limit of impressions holds, each counts once, and what follows one beyond it costs nothing', () => {
    const [first, second, third] = [ingestEvent(), ingestEvent(), ingestEvent()];
    const money = moneyOf({ placesLeft: 2 });
    const judged = run([first, first, second, third], [], money);
    expect(judged.events.map(({ verdict, spendMicros }) => [verdict, spendMicros])).toEqual([
      [0, 1_000],
      [0, 1_000],
      [INVALID_REASONS['over-budget'], 0],
    ]);
    expect(money.campaigns.get(101)?.placesLeft).toBe(0);
    const clicked = ingestEvent({ pricing: 1 });
    expect(verdicts([clicked, of(clicked, 'click')], [], moneyOf({ placesLeft: 0 }))).toEqual([
      INVALID_REASONS['over-budget'],
      INVALID_REASONS['over-budget'],
    ]);
    // It was refused for its price: the place is somebody else's.
    const dear = ingestEvent({ priceMicros: 2_000_000 });
    expect(verdicts([dear, ingestEvent()], [], moneyOf({ placesLeft: 1 }))).toEqual([
      INVALID_REASONS['over-budget'],
      0,
    ]);
  });

  test('an event of a campaign that is gone is counted as an orphan', () => {
    const judged = judge([ingestEvent()], [], () => null, moneyOf());
    expect(judged).toEqual({ events: [], discarded: [], settled: [], orphans: 1 });
  });
});
