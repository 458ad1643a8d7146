import type { Db } from '../../platform/db';
import type { SeedTimes } from './seedTimes';

interface SeedCreditLinesOptions {
  db: Db;
  times: SeedTimes;
  /** Row of an account of the plan. */
  personOf: (email: string) => number;
}

const UNIT = 1_000_000n;

/** An open line, agreed before the past that is played: its owner may spend beyond what was paid in. */
export async function seedCreditLines({ db, times, personOf }: SeedCreditLinesOptions): Promise<void> {
  const agreedAt = times.at(60, 10);
  await db
    .insertInto('credit_line')
    .values({
      advertiser_id: personOf('media@tideline.test'),
      limit_micros: 500n * UNIT,
      terms_days: 14,
      state: 'open',
      note: 'Agreed on the phone: pays within two weeks.',
      agreed_at: agreedAt,
      updated_at: agreedAt,
    })
    .execute();
}
