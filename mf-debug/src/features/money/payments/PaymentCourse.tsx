import type { PaymentEvent } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from '../money.module.css';

/** What the other words say already, or is of use to programs alone. */
const UNSAID: ReadonlySet<string> = new Set(['id', 'document', 'document_id', 'kind']);

/** What an event's detail says, in the reader's words where there are any. */
function useDetailText(currency: string): (detail: PaymentEvent['detail']) => string {
  const { t, i18n } = useTranslation('debug');
  const format = useFormat();
  return (detail) =>
    Object.entries(detail)
      .filter(([name]) => !UNSAID.has(name))
      .map(([name, value]) => {
        if (typeof value === 'number')
          return name.endsWith('_micros') ? format.money(value, { currency }) : format.count(value);
        if (name.endsWith('_at')) return format.date(value);
        const key = `money.payments.failure.${value}`;
        return name === 'reason' && i18n.exists(key, { ns: 'debug' }) ? t(key) : value;
      })
      .filter((text) => text !== '')
      .join(' · ');
}

/** Every step of a payment, oldest first. */
export function PaymentCourse({ events, currency }: { events: readonly PaymentEvent[]; currency: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const textOf = useDetailText(currency);
  // Two steps may come at the same moment: their order is all that tells them apart.
  const keyed = events.map((event, at) => ({ ...event, key: `${at} ${event.kind}` }));
  return (
    <section aria-label={t('money.payments.course')}>
      <h3>{t('money.payments.course')}</h3>
      <ol className={styles.course}>
        {keyed.map(({ key, kind, at, source, detail }) => {
          const said = textOf(detail);
          return (
            <li key={key}>
              {t(`money.event.${kind}`)}
              <small>
                {format.dateTime(at, { seconds: true })} · {t(`money.source.${source}`)}
                {said ? (
                  <>
                    {' · '}
                    <bdi>{said}</bdi>
                  </>
                ) : null}
              </small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
