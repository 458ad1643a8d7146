import { z } from 'zod';
import { button, facts, paragraph, quote } from '../render/content';
import { frame, NAME, REASON, type TemplateTools, TIME, TIME_ZONE, template } from './template';

const payout = {
  payoutId: z.string().regex(/^po_[0-9a-z]{3,12}$/),
  /** Millionths of the currency unit. */
  amountMicros: z.int().positive(),
  /** The bank account as its owner knows it. */
  method: NAME,
  timeZone: TIME_ZONE,
};
type Payout = z.output<z.ZodObject<typeof payout>>;

const toEarnings = (name: 'requested' | 'sent' | 'paid' | 'failed', { words, link }: TemplateTools) =>
  button(words.t(`payout-${name}.button`), link('/publisher/earnings'));

const what = ({ payoutId, amountMicros, method }: Payout, { words }: TemplateTools): [string, string][] => [
  [words.t('fact.amount'), words.money(amountMicros)],
  [words.t('fact.bankAccount'), method],
  [words.t('fact.payout'), payoutId],
];

/** Somebody asked for a payout: its owner must know, in case it was a stranger. */
const payoutRequested = template(z.object({ ...payout, dueAt: TIME }), (data, tools) => {
  const { words } = tools;
  const amount = words.money(data.amountMicros);
  const blocks = [
    paragraph(words.t('payout-requested.text')),
    facts(...what(data, tools), [words.t('fact.due'), words.time(data.dueAt, data.timeZone)]),
    paragraph(words.t('payout-requested.warning')),
    toEarnings('requested', tools),
  ];
  return frame('payout-requested', tools, blocks, { amount });
});

const payoutSent = template(z.object(payout), (data, tools) => {
  const { words } = tools;
  const amount = words.money(data.amountMicros);
  const blocks = [
    paragraph(words.t('payout-sent.text')),
    facts(...what(data, tools)),
    toEarnings('sent', tools),
  ];
  return frame('payout-sent', tools, blocks, { amount });
});

const payoutPaid = template(
  z.object({ ...payout, reference: NAME.nullable(), paidAt: TIME }),
  (data, tools) => {
    const { words } = tools;
    const amount = words.money(data.amountMicros);
    const reference: [string, string][] =
      data.reference === null ? [] : [[words.t('fact.bankReference'), data.reference]];
    const blocks = [
      paragraph(words.t('payout-paid.text')),
      facts(...what(data, tools), ...reference, [
        words.t('fact.paid'),
        words.time(data.paidAt, data.timeZone),
      ]),
      paragraph(words.t('payout-paid.next')),
      toEarnings('paid', tools),
    ];
    return frame('payout-paid', tools, blocks, { amount });
  },
);

/** Refused by the network or failed at the bank; the money is payable again. */
const payoutFailed = template(
  z.object({ ...payout, why: z.enum(['refused', 'failed']), reason: REASON }),
  (data, tools) => {
    const { words } = tools;
    const amount = words.money(data.amountMicros);
    const blocks = [
      paragraph(words.t(`payout-failed.${data.why}`)),
      facts(...what(data, tools)),
      quote(data.reason),
      paragraph(words.t('payout-failed.next')),
      toEarnings('failed', tools),
    ];
    return frame('payout-failed', tools, blocks, { amount });
  },
);

/** Mails about payouts to publishers. */
export const PAYOUT_TEMPLATES = {
  'payout-requested': payoutRequested,
  'payout-sent': payoutSent,
  'payout-paid': payoutPaid,
  'payout-failed': payoutFailed,
};
