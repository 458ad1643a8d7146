/** Why a campaign is not shown, beside what its auctions say, from what stops everything to what narrows. No zod here. */
export const TROUBLES = [
  'archived',
  'draft',
  'stopped',
  'rejected',
  'in-review',
  'account-inactive',
  'account-leaving',
  'ended',
  'impression-limit',
  'click-limit',
  'total-spent',
  'total-budget',
  'unfunded',
  'no-goal',
  'paused-by-rule',
  'paused-by-user',
  'scheduled',
  'daily-budget',
  'no-creative',
  'no-approved-creative',
  'no-matching-zone',
  'hours-closed',
  'some-creatives-rejected',
  'some-creatives-stopped',
  'missing-sizes',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Fields of a campaign that a cure may lead to, by the tab of its page that has them (`?tab=limits&field=bid_micros`). */
export const CURE_FIELDS = {
  overview: ['category', 'goal_ids'],
  creatives: [],
  targeting: [
    'countries',
    'devices',
    'targeting.regions',
    'targeting.os',
    'targeting.languages',
    'targeting.keywords',
    'targeting.ip_ranges',
    'targeting.hours',
  ],
  limits: [
    'bid_micros',
    'daily_budget_micros',
    'total_budget_micros',
    'impression_limit',
    'click_limit',
    'pacing',
    'starts_at',
    'ends_at',
  ],
  zones: ['targeting.zones'],
} as const;
export type CureTab = keyof typeof CURE_FIELDS;
