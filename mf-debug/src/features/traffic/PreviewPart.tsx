import type { ReversalPreview } from '@ezdash/contracts';
import { Notice, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import styles from '../money/money.module.css';
import own from './traffic.module.css';

interface Owner {
  id: number;
  email: string;
  micros: number;
  note?: string;
}

function Owners({ title, owners, count }: { title: string; owners: readonly Owner[]; count: number }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  if (count === 0) return null;
  return (
    <section aria-label={title} className={own.owners}>
      <h3>{title}</h3>
      <ul>
        {owners.map(({ id, email, micros, note }) => (
          <li key={id}>
            <span>
              <bdi>{email}</bdi>
              {note ? <small>{note}</small> : null}
            </span>
            <span className="ez-num">{format.money(micros, { digits: 4 })}</span>
          </li>
        ))}
      </ul>
      {count > owners.length ? (
        <p className={styles.quiet}>{t('traffic.more', { count: count - owners.length })}</p>
      ) : null}
    </section>
  );
}

/** What taking it back would do: events, sums, and whose they are. */
export function PreviewPart({ preview }: { preview: ReversalPreview }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { events, price_micros: price, payout_micros: payout, bonus_micros: bonus } = preview;
  if (events === 0)
    return (
      <Notice tone="info" title={t('traffic.nothing')}>
        {t('traffic.nothingText')}
      </Notice>
    );
  const money = (micros: number) => format.money(micros, { digits: 4 });
  return (
    <div className={styles.form}>
      <Facts
        rows={[
          [t('traffic.events'), format.count(events)],
          [
            t('traffic.counted'),
            t('traffic.countedText', {
              impressions: format.count(preview.impressions),
              viewables: format.count(preview.viewables),
              clicks: format.count(preview.clicks),
            }),
          ],
          preview.conversions > 0 ? [t('traffic.conversions'), format.count(preview.conversions)] : null,
          [t('traffic.toAdvertisers'), money(price)],
          bonus > 0 ? [t('traffic.ofItBonus'), money(bonus)] : null,
          [t('traffic.fromPublishers'), money(payout)],
          [t('traffic.fromNetwork'), money(price - payout)],
        ]}
      />
      <Owners
        title={t('traffic.toAdvertisers')}
        count={preview.advertiser_count}
        owners={preview.advertisers.map(({ id, email, price_micros: micros }) => ({ id, email, micros }))}
      />
      <Owners
        title={t('traffic.fromPublishers')}
        count={preview.publisher_count}
        owners={preview.publishers.map(({ id, email, payout_micros: micros, ...rest }) => ({
          id,
          email,
          micros,
          ...(rest.pending_after_micros < 0 && {
            note: t('traffic.debt', { amount: money(-rest.pending_after_micros) }),
          }),
        }))}
      />
    </div>
  );
}
