import { type PaymentFailure, publicId, type TransferAccount } from '@ezdash/contracts';
import { type Trx, toNumber } from '../../platform/db';
import type { Mail } from '../mail';
import type { PaymentLine } from './PaymentHooks';
import type { PaymentRow } from './payments.repo';

interface Reader {
  to: string;
  locale: string | null;
  timeZone: string;
}

/** Null for accounts that were deleted: nobody reads what is written to them. */
async function readerOf(trx: Trx, userId: number): Promise<Reader | null> {
  const row = await trx
    .selectFrom('app_user')
    .select(['email', 'locale', 'timezone'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { to: row.email, locale: row.locale, timeZone: row.timezone } : null;
}

/** Numbers of the documents that a step issued. */
const numbersIn = (lines: readonly PaymentLine[]): string[] =>
  lines.flatMap(({ kind, detail }) =>
    kind === 'document-issued' && detail.number !== undefined ? [String(detail.number)] : [],
  );

export type TopUpTrouble =
  | 'declined'
  | 'confirm'
  | 'stopped-declined'
  | 'stopped-month-most'
  | 'stopped-method-gone';

/** What people are written about their payments; each mail goes with its step's transaction, once. */
export function createPaymentMails(mail: Pick<Mail, 'send'>) {
  const method = (row: PaymentRow, gatewayName: string) => row.method_label ?? gatewayName;
  return {
    async completed(
      trx: Trx,
      row: PaymentRow,
      gatewayName: string,
      lines: readonly PaymentLine[],
      at: Date,
    ): Promise<void> {
      const reader = await readerOf(trx, row.user_id);
      if (!reader) return;
      await mail.send(trx, {
        to: reader.to,
        locale: reader.locale,
        template: 'payment-completed',
        idempotencyKey: `payment-completed:${row.id}`,
        data: {
          paymentId: publicId('payment', row.id),
          automatic: row.origin === 'top-up',
          amountMicros: toNumber(row.amount_micros),
          feeMicros: toNumber(row.fee_micros),
          bonusMicros: toNumber(row.bonus_micros),
          method: method(row, gatewayName),
          documents: numbersIn(lines),
          completedAt: at.toISOString(),
          timeZone: reader.timeZone,
        },
      });
    },

    async ended(
      trx: Trx,
      row: PaymentRow,
      gatewayName: string,
      failure: PaymentFailure | null,
      at: Date,
    ): Promise<void> {
      const reader = await readerOf(trx, row.user_id);
      if (!reader) return;
      const cancelled = failure === 'expired' ? 'expired' : 'cancelled';
      await mail.send(trx, {
        to: reader.to,
        locale: reader.locale,
        template: 'payment-ended',
        idempotencyKey: `payment-ended:${row.id}`,
        data: {
          outcome: row.state === 'failed' ? 'failed' : cancelled,
          amountMicros: toNumber(row.amount_micros),
          method: method(row, gatewayName),
          endedAt: at.toISOString(),
          timeZone: reader.timeZone,
        },
      });
    },

    async givenBack(
      trx: Trx,
      row: PaymentRow,
      deposit: PaymentRow,
      gatewayName: string,
      lines: readonly PaymentLine[],
    ): Promise<void> {
      const reader = await readerOf(trx, row.user_id);
      if (!reader) return;
      await mail.send(trx, {
        to: reader.to,
        locale: reader.locale,
        template: 'payment-given-back',
        idempotencyKey: `payment-given-back:${row.id}`,
        data: {
          what: row.type === 'chargeback' ? 'chargeback' : 'refund',
          amountMicros: toNumber(row.amount_micros),
          method: method(deposit, gatewayName),
          documents: numbersIn(lines),
          depositedAt: (deposit.ended_at ?? deposit.created_at).toISOString(),
          timeZone: reader.timeZone,
        },
      });
    },

    /** @param occasion names it: one mail for each */
    async topUpTrouble(
      trx: Trx,
      userId: number,
      what: TopUpTrouble,
      { amountMicros, label, occasion }: { amountMicros: bigint; label: string | null; occasion: string },
    ): Promise<void> {
      const reader = await readerOf(trx, userId);
      if (!reader) return;
      await mail.send(trx, {
        to: reader.to,
        locale: reader.locale,
        template: 'top-up-trouble',
        idempotencyKey: `top-up-${what}:${occasion}`,
        data: { what, amountMicros: toNumber(amountMicros), method: label },
      });
    },

    async transferInstructions(
      trx: Trx,
      row: PaymentRow,
      account: TransferAccount,
      lines: readonly PaymentLine[],
    ): Promise<void> {
      const reader = await readerOf(trx, row.user_id);
      if (!reader || row.reference === null || row.expires_at === null) return;
      await mail.send(trx, {
        to: reader.to,
        locale: reader.locale,
        template: 'transfer-instructions',
        idempotencyKey: `transfer-instructions:${row.id}`,
        data: {
          paymentId: publicId('payment', row.id),
          amountMicros: toNumber(row.amount_micros + row.fee_micros),
          ...account,
          reference: row.reference,
          documents: numbersIn(lines),
          until: row.expires_at.toISOString(),
          timeZone: reader.timeZone,
        },
      });
    },
  };
}
export type PaymentMails = ReturnType<typeof createPaymentMails>;
