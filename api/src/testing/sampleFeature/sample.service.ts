import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { SampleAnswer, SampleInput } from './sample.contract';
import { getCreatedAt } from './sample.repo';

const DAY_MS = 86_400_000;

export interface SampleDeps {
  db: Db;
  clock: Clock;
}

export interface SampleService {
  get(userId: number): Promise<SampleAnswer>;
  /** At the beginning of a day in UTC. */
  getOn(userId: number, input: SampleInput): Promise<SampleAnswer>;
}

export function createSampleService({ db, clock }: SampleDeps): SampleService {
  async function getAt(userId: number, at: Date): Promise<SampleAnswer> {
    const since = await getCreatedAt(db, userId);
    const days = Math.floor((at.getTime() - since.getTime()) / DAY_MS);
    return { since: since.toISOString(), days: Math.max(0, days) };
  }
  return {
    get: (userId) => getAt(userId, clock.now()),
    getOn: (userId, { day }) => getAt(userId, new Date(day)),
  };
}
