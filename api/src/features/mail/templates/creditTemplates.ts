import { z } from 'zod';
import { button, facts, paragraph } from '../render/content';
import { frame, TIME, TIME_ZONE, template } from './template';

const MONTH = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** What is owed of a credit line: when its month was closed, before it is due, on the day, and when it is late. */
const creditStatement = template(
  z.object({
    reminder: z.enum(['issued', 'soon', 'due', 'overdue']),
    /** 2026-11 */
    month: MONTH,
    /** What is still to be paid, in millionths of the currency unit. */
    amountMicros: z.int().positive(),
    dueAt: TIME,
    timeZone: TIME_ZONE,
  }),
  ({ reminder, month, amountMicros, dueAt, timeZone }, tools) => {
    const { words, link } = tools;
    const amount = words.money(amountMicros);
    const name = `credit-statement-${reminder}` as const;
    const blocks = [
      paragraph(words.t(`${name}.text`)),
      facts(
        [words.t('fact.month'), words.month(month)],
        [words.t('fact.toPay'), amount],
        [words.t('fact.payBy'), words.time(dueAt, timeZone)],
      ),
      paragraph(words.t('credit-statement.next')),
      button(words.t('credit-statement.button'), link('/advertiser/funds')),
    ];
    return frame(name, tools, blocks, { amount });
  },
);

export const CREDIT_TEMPLATES = { 'credit-statement': creditStatement };
