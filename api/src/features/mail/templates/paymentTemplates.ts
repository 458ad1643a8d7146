import { z } from 'zod';
import { button, facts, paragraph } from '../render/content';
import { frame, NAME, TIME, TIME_ZONE, template } from './template';

const MICROS = z.int().positive();
const PAYMENT_ID = z.string().regex(/^pay_[0-9a-z]{4,12}$/);

/** Mails about payments: what came in, what did not, what went back, and automatic top-ups. */
export const PAYMENT_TEMPLATES = {
  'payment-completed': template(
    z.object({
      paymentId: PAYMENT_ID,
      automatic: z.boolean(),
      amountMicros: MICROS,
      feeMicros: z.int().nonnegative(),
      bonusMicros: z.int().nonnegative(),
      method: NAME,
      /** Numbers, as INV-2026-000001. */
      documents: z.array(NAME).max(10),
      completedAt: TIME,
      timeZone: TIME_ZONE,
    }),
    (data, tools) => {
      const { words, appName, link } = tools;
      const amount = words.money(data.amountMicros);
      return frame(
        'payment-completed',
        tools,
        [
          paragraph(
            words.t(`payment-completed.${data.automatic ? 'automatic' : 'text'}`, { appName, amount }),
          ),
          facts(
            [words.t('fact.amount'), amount],
            ...(data.feeMicros > 0
              ? [[words.t('fact.fee'), words.money(data.feeMicros)] as [string, string]]
              : []),
            ...(data.bonusMicros > 0
              ? [[words.t('fact.bonus'), words.money(data.bonusMicros)] as [string, string]]
              : []),
            [words.t('fact.paidWith'), data.method],
            ...(data.documents.length > 0
              ? [[words.t('fact.documents'), data.documents.join(', ')] as [string, string]]
              : []),
            [words.t('fact.time'), words.time(data.completedAt, data.timeZone)],
          ),
          button(words.t('payment-completed.button'), link('/payment/result', { payment: data.paymentId })),
        ],
        { amount },
      );
    },
  ),
  'payment-ended': template(
    z.object({
      outcome: z.enum(['failed', 'cancelled', 'expired']),
      amountMicros: MICROS,
      method: NAME,
      endedAt: TIME,
      timeZone: TIME_ZONE,
    }),
    (data, tools) => {
      const { words, appName, link } = tools;
      const amount = words.money(data.amountMicros);
      return frame(
        'payment-ended',
        tools,
        [
          paragraph(words.t(`payment-ended.${data.outcome}`, { appName, amount })),
          facts(
            [words.t('fact.paidWith'), data.method],
            [words.t('fact.time'), words.time(data.endedAt, data.timeZone)],
          ),
          paragraph(words.t('payment-ended.next')),
          button(words.t('payment-ended.button'), link('/advertiser/funds')),
        ],
        { amount },
      );
    },
  ),
  'payment-given-back': template(
    z.object({
      what: z.enum(['refund', 'chargeback']),
      amountMicros: MICROS,
      method: NAME,
      documents: z.array(NAME).max(10),
      depositedAt: TIME,
      timeZone: TIME_ZONE,
    }),
    (data, tools) => {
      const { words, appName, link } = tools;
      const amount = words.money(data.amountMicros);
      return frame(
        'payment-given-back',
        tools,
        [
          paragraph(words.t(`payment-given-back.${data.what}`, { appName, amount })),
          facts(
            [words.t('fact.paidWith'), data.method],
            [words.t('fact.deposited'), words.time(data.depositedAt, data.timeZone)],
            ...(data.documents.length > 0
              ? [[words.t('fact.documents'), data.documents.join(', ')] as [string, string]]
              : []),
          ),
          button(words.t('payment-given-back.button'), link('/advertiser/funds')),
        ],
        { amount },
      );
    },
  ),
  'top-up-trouble': template(
    z.object({
      what: z.enum(['declined', 'confirm', 'stopped-declined', 'stopped-month-most', 'stopped-method-gone']),
      amountMicros: MICROS,
      /** Null when it is not known any more. */
      method: NAME.nullable(),
    }),
    ({ what, amountMicros, method }, tools) => {
      const { words, appName, link } = tools;
      const amount = words.money(amountMicros);
      return frame('top-up-trouble', tools, [
        paragraph(words.t(`top-up-trouble.${what}`, { appName, amount })),
        ...(method === null ? [] : [facts([words.t('fact.paidWith'), method])]),
        button(words.t('top-up-trouble.button'), link('/advertiser/funds')),
      ]);
    },
  ),
  'transfer-instructions': template(
    z.object({
      paymentId: PAYMENT_ID,
      amountMicros: MICROS,
      holder: NAME,
      iban: NAME,
      bic: NAME.nullable(),
      bank: NAME,
      reference: NAME,
      documents: z.array(NAME).max(10),
      until: TIME,
      timeZone: TIME_ZONE,
    }),
    (data, tools) => {
      const { words, appName, link } = tools;
      const amount = words.money(data.amountMicros);
      return frame(
        'transfer-instructions',
        tools,
        [
          paragraph(words.t('transfer-instructions.text', { appName, amount })),
          facts(
            [words.t('fact.amount'), amount],
            [words.t('fact.reference'), data.reference],
            [words.t('fact.holder'), data.holder],
            [words.t('fact.iban'), data.iban],
            ...(data.bic === null ? [] : [['BIC', data.bic] as [string, string]]),
            [words.t('fact.bank'), data.bank],
            ...(data.documents.length > 0
              ? [[words.t('fact.documents'), data.documents.join(', ')] as [string, string]]
              : []),
          ),
          paragraph(words.t('transfer-instructions.until', { time: words.time(data.until, data.timeZone) })),
          button(
            words.t('transfer-instructions.button'),
            link('/payment/result', { payment: data.paymentId }),
          ),
        ],
        { amount },
      );
    },
  ),
};
