import {
  publicId,
  REFERRAL_PAGES,
  type ReferralEarningState,
  type ReferralEarnings,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { type EarningRow, findEarnings } from './earnings.repo';
import type { ReferralParts } from './parts';

export interface EarningService {
  list(userId: number, ask: { before?: string; state?: ReferralEarningState }): Promise<ReferralEarnings>;
}

/** What is left of it; of one that was taken back, what that was. */
const amountOf = ({ state, amount_micros, returned_micros }: EarningRow): bigint =>
  state === 'returned' ? amount_micros : amount_micros - returned_micros;

export function createEarningService({ db }: Pick<ReferralParts, 'db'>): EarningService {
  return {
    async list(userId, { before, state }) {
      const place = before === undefined ? null : publicRowId('referralEarning', before);
      if (before !== undefined && place === null)
        throw new ValidationError({ before: ['This is not what belongs here'] });
      const limit = REFERRAL_PAGES.earnings;
      const rows = await findEarnings(db, userId, { before: place, state: state ?? null, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        earnings: page.map((row) => ({
          id: publicId('referralEarning', row.id),
          day: row.day,
          referral: publicId('referral', row.referral_id),
          role: row.role,
          link: { id: publicId('referralLink', row.link_id), label: row.label },
          amount_micros: toNumber(amountOf(row)),
          state: row.state,
          settles_on: row.settles_on,
        })),
        next: rows.length > limit && last ? publicId('referralEarning', last.id) : null,
      };
    },
  };
}
