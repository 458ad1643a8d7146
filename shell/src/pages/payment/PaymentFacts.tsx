import type { Payment } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './paymentResult.module.css';

/** What was paid, by which way, when, and what was issued for it. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { currency } = payment;
  const money = (micros: number) => format.money(micros, { currency });
  const facts: [name: string, value: ReactNode][] = [['amount', money(payment.amount_micros)]];
  if (payment.fee_micros > 0)
    facts.push(['fee', money(payment.fee_micros)], ['charged', money(payment.charged_micros)]);
  if (payment.bonus_micros > 0)
    facts.push([
      payment.state === 'completed' ? 'bonus' : 'bonusPromised',
      [money(payment.bonus_micros), payment.promo_code].filter(Boolean).join(' · '),
    ]);
  facts.push([
    'way',
    <bdi key="way">{[payment.method, payment.gateway.name].filter(Boolean).join(' · ')}</bdi>,
  ]);
  facts.push(['begun', format.dateTime(payment.created_at)]);
  if (payment.ended_at) facts.push(['ended', format.dateTime(payment.ended_at)]);
  else if (payment.expires_at) facts.push(['expires', format.dateTime(payment.expires_at)]);
  if (payment.documents.length > 0)
    facts.push([
      'documents',
      <span key="documents" className={classes.documents}>
        {payment.documents.map(({ id, kind, number }) => (
          <a
            key={id}
            className={classes.document}
            href={`/api/documents/${encodeURIComponent(id)}.pdf`}
            target="_blank"
            rel="noopener"
          >
            {t(`payment.document.${kind}`)} {number}
            <span className="ez-sr"> {t('payment.newTab')}</span>
          </a>
        ))}
      </span>,
    ]);
  facts.push([
    'number',
    <span key="number" className="ez-mono">
      {payment.id}
    </span>,
  ]);
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(`payment.fact.${name}`)}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
