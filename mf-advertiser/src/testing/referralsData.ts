import type {
  ReferralBanners,
  ReferralEarning,
  ReferralFunnel,
  ReferralLink,
  ReferralOverview,
} from '@ezdash/contracts';

const UNIT = 1_000_000;

export const makeLink = (over: Partial<ReferralLink> = {}): ReferralLink => ({
  id: 'rl_1000',
  code: 'k3m9x2ab',
  url: 'https://ads.example/r/k3m9x2ab',
  label: null,
  created_at: '2026-09-01T08:00:00.000Z',
  archived_at: null,
  clicks: 4_210,
  sign_ups: 96,
  active: 31,
  earned_micros: 812 * UNIT,
  ...over,
});

export const newsletter = makeLink({
  id: 'rl_1001',
  code: 'n8p2w7cd',
  url: 'https://ads.example/r/n8p2w7cd',
  label: 'Newsletter',
  clicks: 900,
  sign_ups: 20,
  active: 4,
  earned_micros: 60 * UNIT,
});

export const makeOverview = (over: Partial<ReferralOverview> = {}): ReferralOverview => ({
  joined_at: '2026-09-01T08:00:00.000Z',
  terms: {
    currency: 'USD',
    publisher_share_bps: 500,
    advertiser_share_bps: 250,
    months: 12,
    minimum_micros: 50 * UNIT,
    hold_days: 30,
    cookie_days: 30,
  },
  links: [makeLink(), newsletter],
  held_micros: 84_500_000,
  released_micros: 715 * UNIT,
  returned_micros: 12_250_000,
  next_release: { at: '2026-12-02', micros: 6_400_000 },
  ...over,
});

export const makeFunnel = (over: Partial<ReferralFunnel> = {}): ReferralFunnel => ({
  from: '2026-10-27',
  to: '2026-11-23',
  totals: { clicks: 1_240, sign_ups: 62, active: 18, earned_micros: 123_480_000 },
  links: [
    {
      id: 'rl_1000',
      label: null,
      code: 'k3m9x2ab',
      archived: false,
      clicks: 1_000,
      sign_ups: 50,
      active: 16,
      earned_micros: 110_980_000,
    },
    {
      id: 'rl_1001',
      label: 'Newsletter',
      code: 'n8p2w7cd',
      archived: false,
      clicks: 240,
      sign_ups: 12,
      active: 2,
      earned_micros: 12_500_000,
    },
  ],
  days: [
    { day: '2026-11-22', clicks: 640, sign_ups: 30, active: 10, earned_micros: 61_480_000 },
    { day: '2026-11-23', clicks: 600, sign_ups: 32, active: 8, earned_micros: 62 * UNIT },
  ],
  ...over,
});

export const emptyFunnel = makeFunnel({
  totals: { clicks: 0, sign_ups: 0, active: 0, earned_micros: 0 },
  links: [],
  days: [],
});

export const makeEarning = (over: Partial<ReferralEarning> = {}): ReferralEarning => ({
  id: 're_1002',
  day: '2026-11-20',
  referral: 'rf_1000',
  role: 'publisher',
  link: { id: 'rl_1001', label: 'Newsletter' },
  amount_micros: 3_141_592,
  state: 'held',
  settles_on: '2026-12-20',
  ...over,
});

export const banners: ReferralBanners = {
  banners: [
    [728, 90],
    [300, 250],
    [160, 600],
  ].map(([width = 0, height = 0]) => ({
    width,
    height,
    src: `https://ads.example/r/k3m9x2ab/${width}x${height}.svg?lang=en`,
    alt: 'EzDash, an advertising network',
    html: `<a href="https://ads.example/r/k3m9x2ab"><img src="${width}x${height}.svg"></a>`,
  })),
};
