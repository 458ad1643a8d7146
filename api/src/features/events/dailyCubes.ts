import type { RawBuilder } from 'kysely';
import { type Cube, findCube, insertInto } from './cubes';

/** What a row of `rollup_daily` can be told apart by. */
export const DAILY_DIMENSIONS = [
  'campaign_id',
  'creative_id',
  'property_id',
  'zone_id',
  'device',
  'os',
  'browser',
  'country',
  'language',
  'sub_id',
  'advertiser_id',
] as const;
export type DailyDimension = (typeof DAILY_DIMENSIONS)[number];

/** Its id is `rollup_daily.cube`. */
export type DailyCube = Cube<DailyDimension, 'advertiser_id' | 'publisher_id'>;

/**
 * Which dimensions are kept together by the day, the narrower first. Crossed with each other all of them would have
 * nearly as many rows as there are impressions: these answer every pair that people ask for, the hourly rows the rest.
 * Numbers 1, 2, 5 and 8 were cubes once.
 */
export const DAILY_CUBES: readonly DailyCube[] = [
  { id: 15, owner: 'advertiser_id', dimensions: ['campaign_id', 'creative_id'] },
  { id: 16, owner: 'advertiser_id', dimensions: ['property_id', 'zone_id'] },
  { id: 12, owner: 'advertiser_id', dimensions: ['device', 'os', 'browser', 'country'] },
  { id: 3, owner: 'advertiser_id', dimensions: ['campaign_id', 'creative_id', 'country', 'device'] },
  { id: 4, owner: 'advertiser_id', dimensions: ['campaign_id', 'creative_id', 'property_id', 'zone_id'] },
  { id: 9, owner: 'advertiser_id', dimensions: ['property_id', 'zone_id', 'country', 'language'] },
  {
    id: 11,
    owner: 'advertiser_id',
    dimensions: ['campaign_id', 'creative_id', 'device', 'os', 'browser', 'language'],
  },
  { id: 10, owner: 'advertiser_id', dimensions: ['property_id', 'zone_id', 'device', 'os', 'browser'] },
  { id: 17, owner: 'publisher_id', dimensions: ['property_id', 'zone_id'] },
  { id: 14, owner: 'publisher_id', dimensions: ['device', 'os', 'browser', 'country'] },
  { id: 6, owner: 'publisher_id', dimensions: ['property_id', 'country', 'language'] },
  { id: 7, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'country', 'device'] },
  {
    id: 13,
    owner: 'publisher_id',
    dimensions: ['property_id', 'zone_id', 'device', 'os', 'browser', 'language'],
  },
  { id: 18, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'advertiser_id'] },
  { id: 19, owner: 'publisher_id', dimensions: ['advertiser_id', 'country', 'device'] },
  { id: 20, owner: 'advertiser_id', dimensions: ['sub_id', 'campaign_id', 'creative_id'] },
  { id: 21, owner: 'advertiser_id', dimensions: ['sub_id', 'campaign_id', 'property_id', 'zone_id'] },
  { id: 22, owner: 'advertiser_id', dimensions: ['sub_id', 'country', 'device'] },
  { id: 23, owner: 'publisher_id', dimensions: ['sub_id', 'property_id', 'zone_id'] },
  { id: 24, owner: 'publisher_id', dimensions: ['sub_id', 'country', 'device'] },
];
/** Cubes that came with the sub ids: a day that was folded before has all the others (`rollup_day.has_subs`). */
export const hasSubs = ({ dimensions }: DailyCube): boolean => dimensions.includes('sub_id');

/** The first cube that tells all of these apart; null when there is none. */
export const cubeFor = (owner: DailyCube['owner'], dimensions: Iterable<DailyDimension>): DailyCube | null =>
  findCube(DAILY_CUBES, owner, dimensions);

const TABLE = {
  table: 'rollup_daily',
  ownerColumn: 'owner_id',
  cubes: DAILY_CUBES,
  dimensions: DAILY_DIMENSIONS,
  figures: ['impressions', 'viewables', 'clicks', 'conversions', 'invalid', 'spend_micros', 'payout_micros'],
};

/** Adds rows to every cube of `rollup_daily`, or some of them, of a source that has both owners (`insertInto`). */
export const insertCubes = (
  common: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
  cubes: readonly DailyCube[] = DAILY_CUBES,
): RawBuilder<unknown> => insertInto({ ...TABLE, cubes }, common, source);
