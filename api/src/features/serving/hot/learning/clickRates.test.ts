import { clearingEcpm, eventPriceMicros } from '../auction';
import {
  EXPLORATION_MULTIPLE,
  EXPLORATION_SHARE,
  EXPLORATION_SPAN_MS,
  expectedCtrPpm,
  meanClickRate,
  rankedCtrPpm,
  YOUNG_CAMPAIGN_IMPRESSIONS,
} from './clickRates';
import { NOTHING_LEARNED } from './creativeWeights';

const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
const MEAN = 0.002;
const SPANS = 20_000;

const spans = (learned: { impressions: number; clicks: number }, id = 7) =>
  Array.from({ length: SPANS }, (_, span) =>
    rankedCtrPpm(id, learned, MEAN, NOW_MS + span * EXPLORATION_SPAN_MS),
  );

describe('the click rate a campaign ranks by', () => {
  test('a network without figures takes a click rate of a half per cent for usual', () => {
    expect(meanClickRate(NOTHING_LEARNED)).toBe(0.005);
    expect(meanClickRate({ impressions: 999_000, clicks: 1_995 })).toBe(0.002);
  });

  test('is the mean of all at first and the own one in the end', () => {
    expect(expectedCtrPpm(NOTHING_LEARNED, MEAN)).toBe(2_000);
    expect(expectedCtrPpm({ impressions: 1_000, clicks: 6 }, MEAN)).toBe(4_000);
    expect(expectedCtrPpm({ impressions: 999_000, clicks: 9_998 }, MEAN)).toBe(10_000);
    // Corrections may leave more clicks than impressions for a while, or less than none.
    expect(expectedCtrPpm({ impressions: 10, clicks: 30 }, MEAN)).toBeLessThanOrEqual(1_000_000);
    expect(expectedCtrPpm({ impressions: -10, clicks: -3 }, MEAN)).toBe(2_000);
  });

  test('is explored upwards alone, within its multiple, in its share of the time, while the campaign is young', () => {
    const learned = { impressions: 500, clicks: 1 };
    const expected = expectedCtrPpm(learned, MEAN);
    const found = spans(learned);
    const drawn = found.filter((ctr) => ctr !== expected);
    expect(Math.min(...found)).toBe(expected);
    expect(Math.max(...found)).toBeLessThanOrEqual(expected * EXPLORATION_MULTIPLE);
    // Of the drawn ones a little less than half lie above the mean: gamma leans to the left.
    expect(drawn.length / SPANS).toBeGreaterThan(EXPLORATION_SHARE * 0.38);
    expect(drawn.length / SPANS).toBeLessThan(EXPLORATION_SHARE * 0.52);
    const mean = found.reduce((sum, ctr) => sum + ctr, 0) / SPANS;
    expect(mean / expected).toBeLessThan(1.1);
  });

  test('of one that is known is the expected one, always', () => {
    const learned = { impressions: YOUNG_CAMPAIGN_IMPRESSIONS, clicks: 30 };
    expect(new Set(spans(learned))).toEqual(new Set([expectedCtrPpm(learned, MEAN)]));
  });

  test('the more is known, the closer the draws are', () => {
    const most = (impressions: number) => {
      const learned = { impressions, clicks: impressions * 0.01 };
      return Math.max(...spans(learned)) / expectedCtrPpm(learned, MEAN);
    };
    expect(most(19_000)).toBeLessThan(1.35);
    expect(most(100)).toBe(EXPLORATION_MULTIPLE);
  });

  test('is the same for everybody within a span, and another campaign’s draws are its own', () => {
    const learned = { impressions: 500, clicks: 1 };
    const start = Math.ceil(NOW_MS / EXPLORATION_SPAN_MS) * EXPLORATION_SPAN_MS;
    for (let span = 0; span < 50; span += 1) {
      const from = start + span * EXPLORATION_SPAN_MS;
      const at = (offset: number) => rankedCtrPpm(7, learned, MEAN, from + offset);
      expect(at(EXPLORATION_SPAN_MS - 1)).toBe(at(0));
    }
    expect(spans(learned, 8)).not.toEqual(spans(learned, 7));
  });

  test('a drawn rate never makes a click dearer than the bid, and pays the second price of what was ranked', () => {
    const unitMicros = 400_000;
    for (const ctrPpm of spans({ impressions: 500, clicks: 1 }).slice(0, 2_000)) {
      const ecpm = Math.floor((unitMicros * ctrPpm) / 1_000);
      const campaign = { pricing: 1 as const, unitMicros, ctrPpm };
      const price = eventPriceMicros(campaign, clearingEcpm(ecpm, 500_000, 0, 50_000));
      expect(price).toBeLessThanOrEqual(unitMicros);
      expect(price).toBe(Math.min(unitMicros, Math.ceil((500_001 * 1_000) / ctrPpm)));
    }
  });
});
