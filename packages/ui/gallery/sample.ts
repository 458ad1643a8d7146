/** Invented figures for the gallery. */
import { MICROS } from '@ezdash/contracts/constants';
import type { SlotSize, State } from '../src';

export interface SampleCampaign {
  id: string;
  name: string;
  pricing: 'CPM' | 'CPC';
  size: SlotSize;
  paper: string;
  state: State;
  reason?: string;
  bidMicros: number;
  dailyMicros: number;
  spentTodayMicros: number;
  due: number;
  spendMicros: number;
  impressions: number;
  clicks: number;
}

const campaign = (
  id: string,
  name: string,
  [width, height, paper]: [number, number, string],
  [state, reason]: [State, string?],
  [bid, daily, today, due, spend, impressions, clicks]: [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ],
): SampleCampaign => ({
  id,
  name,
  pricing: bid < 1 ? 'CPC' : 'CPM',
  size: { width, height },
  paper,
  state,
  reason,
  bidMicros: Math.round(bid * MICROS),
  dailyMicros: daily * MICROS,
  spentTodayMicros: Math.round(today * MICROS),
  due,
  spendMicros: Math.round(spend * MICROS),
  impressions,
  clicks,
});

export const campaigns: readonly SampleCampaign[] = [
  campaign(
    'c_7K2',
    'Winter shells, US and CA desktop',
    [300, 250, '#28506a'],
    ['running'],
    [3.4, 240, 146.4, 0.58, 3864.12, 1184220, 5921],
  ),
  campaign(
    'c_7F1',
    'Gift guide, mobile sizes',
    [320, 50, '#8e2a2a'],
    ['running'],
    [0.31, 150, 51, 0.58, 2535.18, 2210480, 8178],
  ),
  campaign(
    'c_7H9',
    'Trail season, Nordics',
    [728, 90, '#8fae7c'],
    ['budgetReached', 'Resumes at 00:00 UTC'],
    [2.15, 120, 120, 0.58, 1939.55, 902114, 2616],
  ),
  campaign(
    'c_7D8',
    'Newsletter sign-ups',
    [300, 600, '#9fb375'],
    ['running'],
    [1.1, 80, 44, 0.58, 1372.8, 318540, 1401],
  ),
  campaign(
    'c_7A0',
    'Brand lift, DE and AT',
    [300, 250, '#13283a'],
    ['pausedBySystem', 'CTR fell below your rule, 0.05%'],
    [1.9, 60, 13.2, 0.58, 741.2, 488012, 244],
  ),
  campaign(
    'c_6Z4',
    'Boots clearance',
    [336, 280, '#c9563c'],
    ['pausedByUser'],
    [0.28, 40, 16, 0.58, 194.04, 141870, 695],
  ),
  campaign('c_6Y7', 'Spring teaser', [300, 250, '#dfe6cf'], ['draft'], [2.5, 100, 0, 0, 0, 0, 0]),
  campaign(
    'c_7B3',
    'Alpine weather takeover with an unusually long name that has to wrap',
    [970, 250, '#4d7f93'],
    ['inReview', 'Since 12:40'],
    [6.2, 300, 0, 0, 0, 0, 0],
  ),
  campaign(
    'c_7K5',
    'Winter shells, retargeting',
    [160, 600, '#13283a'],
    ['rejected', 'Landing page answers 404'],
    [0.42, 90, 0, 0, 0, 0, 0],
  ),
];

/** A creative as a picture, so that thumbnails have something to show. */
export function pictureOf({ size, paper }: Pick<SampleCampaign, 'size' | 'paper'>): string {
  const { width, height } = size;
  const r = Math.min(width, height) * 0.32;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/><circle cx="${width * 0.7}" cy="${height * 0.6}" r="${r}" fill="#f2a65a"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A wandering line of `length` points from a seed. */
export function wander(seed: number, length: number, base: number, drift: number): number[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length }, (_, i) =>
    Math.round(base * (1 + drift * i + 0.22 * Math.sin(i / 1.1 + seed) + 0.12 * (next() - 0.5))),
  );
}
