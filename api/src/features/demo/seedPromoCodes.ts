import type { Insertable } from 'kysely';
import type { Db, PromoCodeTable } from '../../platform/db';
import type { SeedTimes } from './seedTimes';

interface SeedPromoCodesOptions {
  db: Db;
  times: SeedTimes;
  /** Row of an account of the plan. */
  personOf: (email: string) => number;
}

const UNIT = 1_000_000n;
type Code = Omit<Insertable<PromoCodeTable>, 'created_at' | 'updated_at' | 'creator_id'>;

/** Promo codes of every kind, and one that is over. */
export async function seedPromoCodes({ db, times, personOf }: SeedPromoCodesOptions): Promise<void> {
  const codes: (Code & { daysAgo: number })[] = [
    {
      code: 'WELCOME10',
      name: 'Ten percent to begin with',
      description: 'Adds 10 % of a deposit, for every advertiser, once.',
      discount_type: 'percentage',
      discount_bps: 1_000,
      bonus_most_micros: 500n * UNIT,
      is_public: true,
      daysAgo: 60,
    },
    {
      code: 'SPRING50',
      name: 'Fifty from 250',
      description: 'Adds 50 to a deposit of at least 250.',
      discount_type: 'fixed_amount',
      discount_micros: 50n * UNIT,
      minimum_micros: 250n * UNIT,
      usage_limit: 200,
      is_public: true,
      valid_until: times.at(-45, 0),
      daysAgo: 30,
    },
    {
      code: 'GIFT25',
      name: 'A gift of 25',
      description: 'For customers whose campaign stood still for our fault.',
      discount_type: 'bonus_balance',
      discount_micros: 25n * UNIT,
      usage_limit: 40,
      daysAgo: 20,
    },
    {
      code: 'SUMMER20',
      name: 'Summer of this year',
      description: 'Over.',
      discount_type: 'percentage',
      discount_bps: 2_000,
      is_public: true,
      valid_from: times.at(150, 0),
      valid_until: times.at(75, 0),
      daysAgo: 160,
    },
  ];
  const creator = personOf('admin@demo.test');
  await db
    .insertInto('promo_code')
    .values(
      codes.map(({ daysAgo, ...code }) => ({
        ...code,
        creator_id: creator,
        created_at: times.at(daysAgo, 10),
        updated_at: times.at(daysAgo, 10),
      })),
    )
    .execute();
}
