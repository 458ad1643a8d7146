import { PAYMENT_METHOD_KINDS } from '@ezdash/contracts';
import { z } from 'zod';
import { button, facts, paragraph } from '../render/content';
import { frame, NAME, TIME, TIME_ZONE, template } from './template';

/** The notice that a card or a bank account was added, removed or made the default; names it as its owner knows it. */
export const paymentMethodChanged = template(
  z.object({
    change: z.enum(['added', 'removed', 'default']),
    kind: z.enum(PAYMENT_METHOD_KINDS),
    brand: NAME.nullable(),
    last4: z.string().length(4),
    device: NAME,
    changedAt: TIME,
    timeZone: TIME_ZONE,
  }),
  ({ change, kind, brand, last4, device, changedAt, timeZone }, tools) => {
    const { words, appName, link } = tools;
    const shown = [brand, `•••• ${last4}`].filter((part) => part !== null).join(' ');
    return frame('payment-method-changed', tools, [
      paragraph(words.t(`payment-method-changed.${change}-${kind}`, { appName })),
      facts(
        [words.t(kind === 'card' ? 'fact.card' : 'fact.bankAccount'), shown],
        [words.t('fact.device'), device],
        [words.t('fact.time'), words.time(changedAt, timeZone)],
      ),
      paragraph(words.t('payment-method-changed.warning')),
      button(words.t('payment-method-changed.button'), link('/settings/payment-methods')),
    ]);
  },
);
