import type {
  OfferedPromo,
  OfferedPromoList,
  PromoPreview,
  PromoRedeemed,
  promoPreviewRequest,
  promoRedeemRequest,
} from '@ezdash/contracts';
import type { z } from 'zod';
import { type AuthUser, createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { judgePromo } from './judge';
import { presentOffered } from './present';
import * as repo from './promoCodes.repo';
import { refusalText } from './refusalText';
import { giveBonus, judgeLocked } from './uses';

export interface PromoCodesDeps {
  db: Db;
  clock: Clock;
}

const CURRENCY = 'USD';
const GUESSES_PER_HOUR = 20;
const HOUR_SECONDS = 3_600;

type Asker = Pick<AuthUser, 'id'>;

export type PromoCodesService = ReturnType<typeof createPromoCodesService>;

/** What advertisers do with promo codes. */
export function createPromoCodesService({ db, clock }: PromoCodesDeps) {
  const guesses = createLimiter({
    name: 'promo-guess',
    points: GUESSES_PER_HOUR,
    durationSeconds: HOUR_SECONDS,
  });

  return {
    /** Public codes that this account could use for some deposit, or alone. */
    async offered(user: Asker): Promise<OfferedPromoList> {
      const now = clock.now();
      const offered: OfferedPromo[] = [];
      for (const promo of await repo.findPublic(db)) {
        const standing = await repo.readStanding(db, user.id, promo.id);
        const isAlone = promo.discount_type === 'bonus_balance';
        const { ok } = judgePromo(promo, {
          ...standing,
          now,
          userId: user.id,
          currency: CURRENCY,
          amountMicros: isAlone ? null : BigInt(Number.MAX_SAFE_INTEGER),
        });
        if (ok) offered.push(presentOffered(promo));
      }
      return { promo_codes: offered };
    },

    /** What the code would do; uses nothing up. Codes that do not exist are counted: they may be guesses. */
    async preview(
      user: Asker,
      { code, amount_micros }: z.output<typeof promoPreviewRequest>,
    ): Promise<PromoPreview> {
      const promo = await repo.findCode(db, code.normalize('NFKC'));
      if (!promo) {
        await guesses.consume(String(user.id));
        return { ok: false, reason: 'unknown', params: {} };
      }
      const judgement = judgePromo(promo, {
        ...(await repo.readStanding(db, user.id, promo.id)),
        now: clock.now(),
        userId: user.id,
        currency: CURRENCY,
        amountMicros: amount_micros === null ? null : BigInt(amount_micros),
      });
      if (!judgement.ok) return judgement;
      return { ok: true, promo: presentOffered(promo), bonus_micros: Number(judgement.bonusMicros) };
    },

    /** Redeems a bonus balance, once for each `use_id`. */
    async redeem(
      user: Asker,
      { use_id, code: typed }: z.output<typeof promoRedeemRequest>,
    ): Promise<{ redeemed: PromoRedeemed; isNew: boolean }> {
      const code = typed.normalize('NFKC');
      if (!(await repo.findCode(db, code))) {
        await guesses.consume(String(user.id));
        throw new ConflictError(refusalText('unknown'), 'PROMO_REFUSED');
      }
      return inTransaction(db, async (trx) => {
        const now = clock.now();
        // As deposits do: of two codes for new accounts at once, the second finds the first used.
        await lockOwner(trx, user.id);
        const { promo, judgement } = await judgeLocked(trx, code, {
          userId: user.id,
          amountMicros: null,
          currency: CURRENCY,
          now,
        });
        // Looked for with the code locked: the same call twice at once comes one after the other.
        const before = await repo.findUse(trx, { userId: user.id, clientKey: use_id });
        if (before) {
          if (before.promo_code_id !== promo?.id)
            throw new ConflictError('This use was made for another promo code', 'USE_ID_USED');
          return { redeemed: { code, bonus_micros: Number(before.bonus_micros) }, isNew: false };
        }
        if (!judgement.ok || !promo)
          throw new ConflictError(refusalText(judgement.ok ? 'unknown' : judgement.reason), 'PROMO_REFUSED');
        const { bonusMicros } = judgement;
        const use = await repo.insertUse(trx, {
          promo_code_id: promo.id,
          user_id: user.id,
          client_key: use_id,
          state: 'redeemed',
          bonus_micros: bonusMicros,
          created_at: now,
          ended_at: now,
        });
        await repo.countUse(trx, promo.id, 1);
        await giveBonus(trx, use, promo, bonusMicros, now);
        return { redeemed: { code, bonus_micros: Number(bonusMicros) }, isNew: true };
      });
    },
  };
}
