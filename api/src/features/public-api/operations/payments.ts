import {
  depositRequest,
  offeredPromoList,
  payment,
  paymentDetail,
  paymentList,
  promoPreview,
  promoPreviewRequest,
  promoRedeemed,
  promoRedeemRequest,
} from '@ezdash/contracts';
import { z } from 'zod';
import type { PaymentsFeature } from '../../payments';
import type { PromoCodesFeature } from '../../promo-codes';
import { body, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const reads = { tag: 'Funds', scope: 'finance', role: 'advertiser' } as const;
/** Whoever is to read balances alone must not be able to pay: that asks for both scopes. */
const moves = { ...reads, and: 'write' } as const;
const PAYMENT = named('Payment', payment);

export interface PaymentDeps {
  payments: Pick<PaymentsFeature, 'service' | 'topUpSettings'>;
  promoCodes: Pick<PromoCodesFeature, 'service'>;
}

function deposits({ payments: { service, topUpSettings } }: PaymentDeps): Operation[] {
  return [
    operation(
      {
        ...reads,
        id: 'listPayments',
        method: 'get',
        path: '/payments',
        summary: 'Deposits and what was given back, newest first',
        query: cursorQuery,
        answer: named('PaymentList', paymentList.extend(nextCursor)),
      },
      async ({ user, query: { cursor } }) => {
        const list = await service.list(user, beforeOf('payments', { cursor }) ?? null);
        return { ...list, next_cursor: writeCursor('payments', list.next) };
      },
    ),
    operation(
      {
        ...reads,
        id: 'getPayment',
        method: 'get',
        path: '/payments/{id}',
        summary: 'A payment with its course; its gateway is asked while it is open',
        params: idParams,
        answer: named('PaymentDetail', paymentDetail),
      },
      ({ user, params }) => service.detail(user, params.id),
    ),
    operation(
      {
        ...moves,
        id: 'createDeposit',
        method: 'post',
        path: '/deposits',
        summary:
          'Begin a deposit, once for each deposit_id: charges a stored method, or says what to do next',
        body: body('DepositRequest', depositRequest),
        example: {
          deposit_id: '8d7f3a52-6c1e-4b58-9a55-0d9a6c3e7f11',
          amount_micros: 500_000_000,
          gateway: 'bank-transfer',
          method_id: null,
          promo_code: null,
        },
        answer: PAYMENT,
      },
      async ({ user, body: input, log }) => {
        const made = await service.deposit(user, input);
        if (made.isNew)
          log.info(
            { event: 'payments.deposit', userId: user.id, payment: made.payment.id },
            'A deposit was begun by a token',
          );
        return made.payment;
      },
    ),
    operation(
      {
        ...moves,
        id: 'cancelPayment',
        method: 'post',
        path: '/payments/{id}/cancel',
        summary: 'End a deposit that is open',
        params: idParams,
        answer: PAYMENT,
      },
      async ({ user, params, log }) => {
        const cancelled = await service.cancel(user, params.id);
        log.info(
          { event: 'payments.cancelled', userId: user.id, payment: cancelled.id },
          'A deposit was cancelled by a token',
        );
        return cancelled;
      },
    ),
    operation(
      {
        ...moves,
        id: 'endAutoTopUp',
        method: 'delete',
        path: '/auto-top-up',
        summary: 'End the automatic top-up; it is set up in the app, where its owner proves who they are',
        answer: named('AutoTopUpEnded', z.object({ ended: z.boolean() })),
      },
      async ({ user, log }) => {
        await topUpSettings.remove(user);
        log.info({ event: 'payments.top_up_removed', userId: user.id }, 'An automatic top-up was removed');
        return { ended: true };
      },
    ),
  ];
}

function promos({ promoCodes: { service } }: PaymentDeps): Operation[] {
  return [
    operation(
      {
        ...reads,
        id: 'listPromoCodes',
        method: 'get',
        path: '/promo-codes',
        summary: 'Public promo codes that this account could use',
        answer: named('PromoCodeList', offeredPromoList),
      },
      ({ user }) => service.offered(user),
    ),
    operation(
      {
        ...reads,
        id: 'previewPromoCode',
        method: 'post',
        path: '/promo-codes/preview',
        summary: 'What a promo code would do, or why it is refused; nothing is used up',
        body: body('PromoPreviewRequest', promoPreviewRequest),
        example: { code: 'WELCOME', amount_micros: 100_000_000 },
        answer: named('PromoPreview', promoPreview),
      },
      ({ user, body: input }) => service.preview(user, input),
    ),
    operation(
      {
        ...moves,
        id: 'redeemPromoCode',
        method: 'post',
        path: '/promo-codes/redeem',
        summary: 'Use a promo code that needs no deposit, once for each use_id',
        body: body('PromoRedeemRequest', promoRedeemRequest),
        example: { use_id: '0b8f8bd1-55d5-4f0f-9c0a-7a8f3f6f3c02', code: 'WELCOME' },
        answer: named('PromoRedeemed', promoRedeemed),
      },
      async ({ user, body: input }) => (await service.redeem(user, input)).redeemed,
    ),
  ];
}

/** Paying in, and promo codes. */
export const paymentOperations = (deps: PaymentDeps): Operation[] => [...deposits(deps), ...promos(deps)];
