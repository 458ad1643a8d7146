import type { FundsLine } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

export interface LineWords {
  title: string;
  /** What tells it apart from others of its kind; empty when nothing does. */
  detail: string;
}

const HOUR_MS = 3_600_000;

/** A line's kind and params as words: what happened, and what it was about. */
export function useLineWords(): (line: FundsLine) => LineWords {
  const { t, i18n } = useTranslation(['advertiser', 'ui']);
  const format = useFormat();
  return ({ kind, params, description, occurred_at }) => {
    const text = (name: string) => String(params[name] ?? '');
    const number = (name: string) => Number(params[name] ?? 0);
    const money = (name: string) => format.money(number(name));
    /** The parts that are known, with a dot between. */
    const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ');
    const title = (values = {}) => t(`funds.line.${kind}`, values);
    const paidWith = text('method') || text('gateway');
    const code = text('code') || text('promo_code');
    const reasonOf = (reason: string, keys: string) => {
      const key = `${keys}.${reason}`;
      return reason !== '' && i18n.exists(key, { ns: ['advertiser', 'ui'] }) ? t(key) : reason;
    };
    switch (kind) {
      case 'ad_spend': {
        const from = text('from') || text('hour') || occurred_at;
        const to = text('to') || new Date(Date.parse(from) + HOUR_MS).toISOString();
        return {
          title: title({ from: format.time(from), to: format.time(to) }),
          detail: joined(
            'campaigns' in params &&
              t('funds.campaigns', {
                count: number('campaigns'),
                amount: format.count(number('campaigns')),
              }),
            'events' in params &&
              t('funds.events', { count: number('events'), amount: format.count(number('events')) }),
          ),
        };
      }
      case 'invalid_traffic':
        return {
          title: title(),
          detail: joined(
            'events' in params &&
              t('funds.events', { count: number('events'), amount: format.count(number('events')) }),
            reasonOf(text('reason'), 'funds.trafficReason'),
          ),
        };
      case 'deposit':
      case 'deposit_open':
        return {
          title: paidWith ? t('funds.line.depositWith', { method: paidWith }) : t('funds.line.deposit'),
          detail: joined(
            kind === 'deposit_open' && t('funds.asked', { amount: money('amount_micros') }),
            text('reference') !== '' && t('funds.reference', { reference: text('reference') }),
            number('fee_micros') > 0 && t('funds.feeOf', { amount: money('fee_micros') }),
          ),
        };
      case 'deposit_failed':
      case 'deposit_cancelled':
        return {
          title: paidWith ? t('funds.line.depositWith', { method: paidWith }) : t('funds.line.deposit'),
          detail: joined(
            'amount_micros' in params && t('funds.asked', { amount: money('amount_micros') }),
            reasonOf(text('failure') || text('reason'), 'ui:payment.failure'),
          ),
        };
      case 'bonus':
      case 'bonus_return':
        return {
          title: code ? t(`funds.line.${kind}Code`, { code }) : title(),
          detail: joined(
            description,
            text('payment') !== '' && t('funds.onDeposit', { id: text('payment') }),
          ),
        };
      case 'incident_credit':
        return { title: title(), detail: joined(text('incident'), description) };
      default:
        return {
          title: title(),
          detail: joined(
            description,
            text('payment') !== '' && t('funds.ofPayment', { id: text('payment') }),
            text('transaction') !== '' && t('funds.ofTransaction', { id: text('transaction') }),
          ),
        };
    }
  };
}
