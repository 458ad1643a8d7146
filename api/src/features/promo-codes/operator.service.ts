import type {
  OperatorPromoCode,
  OperatorPromoCodeList,
  PromoCodeList,
  promoCodeInput,
} from '@ezdash/contracts';
import { MICROS, publicId, rowId } from '@ezdash/contracts';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { noteMoneyAction } from '../ledger';
import type { Publisher } from '../realtime';
import { presentCode, presentForOperator, summarise } from './present';
import * as repo from './promoCodes.repo';
import { MOST_BONUS_MICROS } from './uses';

export interface OperatorPromoDeps {
  db: Db;
  clock: Clock;
  publisher: Publisher;
}

type Input = z.output<typeof promoCodeInput>;

const MOST_PERCENT = 1_000;
/** Two decimals, as people write amounts: 12.3 is 12.30 exactly, whatever floating point makes of it. */
const hundredths = (value: number): number => Math.round(value * 100);
const toMicros = (value: number): bigint => BigInt(hundredths(value)) * BigInt(MICROS / 100);
const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - hundredths(value)) < 1e-6;

/** What the schema cannot say, all at once. */
function checkInput(input: Input): void {
  const errors: Record<string, string[]> = {};
  const { discount_type, discount_value, minimum_amount } = input;
  if (!hasTwoDecimals(discount_value)) errors.discount_value = ['Enter at most two decimals'];
  else if (discount_type === 'percentage' && discount_value > MOST_PERCENT)
    errors.discount_value = ['A percentage is at most 1000'];
  else if (discount_type !== 'percentage' && toMicros(discount_value) > MOST_BONUS_MICROS)
    errors.discount_value = ['This is more than a bonus can be'];
  if (minimum_amount !== null && !hasTwoDecimals(minimum_amount))
    errors.minimum_amount = ['Enter at most two decimals'];
  else if (minimum_amount !== null && discount_type === 'bonus_balance')
    errors.minimum_amount = ['A bonus balance comes without a deposit'];
  if (input.bonus_most_micros !== null && discount_type !== 'percentage')
    errors.bonus_most_micros = ['Only a percentage has a most'];
  if (discount_type === 'percentage' && input.bonus_most_micros === null && discount_value > 100)
    errors.bonus_most_micros = ['Say how much a percentage above 100 adds at most'];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

export type OperatorPromoService = ReturnType<typeof createOperatorPromoService>;

/** What operators do with promo codes. */
export function createOperatorPromoService({ db, clock, publisher }: OperatorPromoDeps) {
  async function columnsOf(on: Db, input: Input): Promise<repo.CodeChange> {
    checkInput(input);
    const types = await repo.findAccountTypes(on);
    const unknown = input.account_types.find((name) => !types.some((type) => type.name === name));
    if (unknown !== undefined)
      throw new ValidationError({ account_types: ['There is no such account type'] });
    const accountId = input.account === null ? null : await repo.findAdvertiser(on, input.account);
    if (input.account !== null && accountId === null)
      throw new ValidationError({ account: ['No advertiser has this address'] });
    const isPercentage = input.discount_type === 'percentage';
    return {
      code: input.code.normalize('NFKC'),
      name: input.name,
      description: input.description,
      discount_type: input.discount_type,
      discount_bps: isPercentage ? hundredths(input.discount_value) : null,
      discount_micros: isPercentage ? null : toMicros(input.discount_value),
      bonus_most_micros: input.bonus_most_micros === null ? null : BigInt(input.bonus_most_micros),
      is_active: input.is_active,
      is_public: input.is_public,
      usage_limit: input.usage_limit,
      per_account_limit: input.per_account_limit,
      minimum_micros: input.minimum_amount === null ? null : toMicros(input.minimum_amount),
      new_accounts_only: input.new_accounts_only,
      account_type_ids: types.filter(({ name }) => input.account_types.includes(name)).map(({ id }) => id),
      account_id: accountId,
      valid_from: input.valid_from,
      valid_until: input.valid_until,
      updated_at: clock.now(),
    };
  }

  async function note(trx: Trx, adminId: number, id: number, input: Input): Promise<void> {
    await noteMoneyAction(trx, {
      actor: `admin ${adminId}`,
      action: 'promo_code_saved',
      why: input.description || input.name,
      detail: { promo_code: publicId('promoCode', id), ...input },
    });
    await publisher.toOperators(trx, 'money.changed', {});
  }

  async function present(on: Db, id: number): Promise<OperatorPromoCode> {
    const [row] = await repo.findAll(on, id);
    if (!row) throw new NotFoundError();
    return presentForOperator(row, clock.now(), await repo.findAccountTypes(on));
  }

  return {
    async list(): Promise<OperatorPromoCodeList> {
      const types = await repo.findAccountTypes(db);
      const data = (await repo.findAll(db)).map((row) => presentForOperator(row, clock.now(), types));
      return { data, ...summarise(data) };
    },

    /** With the fields of the specification alone. */
    async listForDebugTool(): Promise<PromoCodeList> {
      const data = (await repo.findAll(db)).map((row) => presentCode(row, clock.now()));
      return { data, ...summarise(data) };
    },

    create: (adminId: number, input: Input): Promise<OperatorPromoCode> =>
      inTransaction(db, async (trx) => {
        const columns = await columnsOf(trx, input);
        const id = await repo.insertCode(trx, {
          ...columns,
          code: input.code.normalize('NFKC'),
          name: input.name,
          discount_type: input.discount_type,
          creator_id: adminId,
          created_at: clock.now(),
          updated_at: clock.now(),
        });
        if (id === null) throw new ValidationError({ code: ['There is such a promo code already'] });
        await note(trx, adminId, id, input);
        return present(trx, id);
      }),

    update: (adminId: number, publicCodeId: string, input: Input): Promise<OperatorPromoCode> =>
      inTransaction(db, async (trx) => {
        const id = rowId('promoCode', publicCodeId);
        const before = id === null ? undefined : await repo.lockCode(trx, { id });
        if (!before) throw new NotFoundError();
        const columns = await columnsOf(trx, input);
        const isOther = columns.code !== before.code || columns.discount_type !== before.discount_type;
        if (isOther && (await repo.wasUsed(trx, before.id)))
          throw new ConflictError(
            'This promo code was used: its code and its kind stay as they are',
            'PROMO_IN_USE',
          );
        if (columns.code !== before.code && (await repo.findCode(trx, input.code)))
          throw new ValidationError({ code: ['There is such a promo code already'] });
        if (input.usage_limit !== null && input.usage_limit < before.usage_count)
          throw new ValidationError({
            usage_limit: [`It was used ${before.usage_count} times already`],
          });
        await repo.updateCode(trx, before.id, columns);
        await note(trx, adminId, before.id, input);
        return present(trx, before.id);
      }),
  };
}
