import type { RuleCondition } from '@ezdash/contracts';
import type { RuleDefinition } from './ruleRow';
import { couldBeShown, leastShownMs, spansOf } from './shownSpans';

const at = (time: string) => new Date(`2026-11-${time}Z`);
const ms = (time: string) => at(time).getTime();
const life = { state: 'approved', createdAt: at('01T00:00:00'), startsAt: null, endsAt: null };

it('a campaign is shown from its beginning, between its pauses, to its end', () => {
  expect(spansOf(life, [])).toEqual([{ fromMs: ms('01T00:00:00'), toMs: Number.POSITIVE_INFINITY }]);
  expect(
    spansOf({ ...life, startsAt: at('02T00:00:00'), endsAt: at('09T00:00:00') }, [
      { at: at('03T00:00:00'), before: 'approved', after: 'paused' },
      { at: at('05T00:00:00'), before: 'paused', after: 'in_review' },
      { at: at('06T00:00:00'), before: 'in_review', after: 'approved' },
    ]),
  ).toEqual([
    { fromMs: ms('02T00:00:00'), toMs: ms('03T00:00:00') },
    { fromMs: ms('06T00:00:00'), toMs: ms('09T00:00:00') },
  ]);
  // Paused before it began, and paused still.
  expect(
    spansOf({ ...life, state: 'paused', startsAt: at('20T00:00:00') }, [
      { at: at('03T00:00:00'), before: 'approved', after: 'paused' },
    ]),
  ).toEqual([]);
});

it('a break within the time before is no whole window', () => {
  const spans = [
    { fromMs: 0, toMs: 10 },
    { fromMs: 20, toMs: Number.POSITIVE_INFINITY },
  ];
  expect([couldBeShown(spans, 30, 10), couldBeShown(spans, 30, 11), couldBeShown(spans, 15, 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

const spend: RuleCondition = { metric: 'spend', comparison: 'at-least', value: 10_000_000, hours: 24 };
const unsold: RuleCondition = { metric: 'conversions', comparison: 'at-most', value: 0, hours: 6 };
const rate: RuleCondition = { metric: 'ctr', comparison: 'above', value: 1_000, hours: 6 };
const PAUSE: RuleDefinition['action'] = { kind: 'pause' };
const RAISE: RuleDefinition['action'] = {
  kind: 'change-bid',
  percent: 20,
  least_micros: 1_000_000,
  most_micros: 2_000_000,
};

it.each<[string, RuleDefinition['match'], RuleCondition[], RuleDefinition['action'], number]>([
  ['much spent for nothing', 'all', [spend, unsold], PAUSE, 0],
  ['nothing sold, whatever was spent', 'any', [spend, unsold], PAUSE, 24],
  ['a rate, of however few', 'all', [rate, unsold], PAUSE, 6],
  ['more is bid', 'all', [spend], RAISE, 24],
  ['at least nothing', 'all', [{ ...spend, value: 0 }], PAUSE, 24],
])('%s', (_what, match, conditions, action, hours) => {
  const definition = { match, conditions, action, scope: 'campaign', campaigns: [] } as const;
  expect(
    leastShownMs({ ...definition, campaigns: [], every: 'hour', cooldown_hours: 1, most_per_day: 1 }),
  ).toBe(hours * 3_600_000);
});
