import type { Earnings } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

type Refusal = Extract<Earnings['request'], { ok: false }>;

export interface RequestWords {
  tone: 'info' | 'warn';
  title: string;
  text: string;
  /** What to do about it. */
  action: { href: string; label: string } | null;
}

const METHODS = '/settings/payment-methods';
const HELP = '/help';

const micros = ({ params }: Refusal, name: string): number => Number(params[name] ?? 0);

/** Why nothing can be asked for, and what to do. A reason of a newer server says no more than that. */
export function useRequestWords(): (refusal: Refusal) => RequestWords {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return (refusal) => {
    const { reason, params } = refusal;
    const say = (tone: RequestWords['tone'], values = {}, action: RequestWords['action'] = null) => ({
      tone,
      title: t(`earnings.refused.${reason}.title`, { ...values, defaultValue: t('earnings.refused.other') }),
      text: t(`earnings.refused.${reason}.text`, { ...values, defaultValue: '' }),
      action,
    });
    const support = { href: HELP, label: t('earnings.writeSupport') };
    switch (reason) {
      case 'no-method':
        return say('info', {}, { href: METHODS, label: t('earnings.addBank') });
      case 'method-locked':
        return say('info', { until: format.dateTime(String(params.until)), zone: format.timezone });
      case 'below-threshold':
        return say('info', {
          threshold: format.money(micros(refusal, 'threshold_micros')),
          missing: format.money(micros(refusal, 'missing_micros')),
        });
      case 'open-payout':
        return say('info');
      default:
        return say('warn', {}, support);
    }
  };
}
