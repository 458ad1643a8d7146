import { countryName, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import list from './countries.module.css';
import { LiveGap } from './LiveGap';
import type { LiveNetwork } from './network.api';
import styles from './welcome.module.css';

/** Where the traffic comes from. */
export function Countries({ network }: { network: LiveNetwork }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { summary, failed, retry } = network;
  const countries = summary?.countries ?? [];
  return (
    <section className={`${styles.live} ${styles.split}`}>
      <div className={styles.bandHead}>
        <h2>{t('welcome.live.title')}</h2>
        <p>
          {summary && summary.requests > 0
            ? t('welcome.live.text', {
                countries: t('welcome.live.countries', { count: summary.country_count }),
                properties: t('welcome.live.properties', { count: summary.property_count }),
              })
            : t('welcome.live.textPlain')}
        </p>
      </div>
      {failed ? <LiveGap onRetry={retry} /> : null}
      {summary && countries.length === 0 ? <p className={styles.none}>{t('welcome.live.none')}</p> : null}
      {!summary && !failed ? <div className={list.room} /> : null}
      {countries.length > 0 ? (
        <table className={list.countries}>
          <thead>
            <tr>
              <th scope="col">{t('welcome.live.country')}</th>
              <th scope="col">{t('welcome.live.requests')}</th>
              <th scope="col">{t('welcome.live.fill')}</th>
              <th scope="col">{t('welcome.live.ecpm')}</th>
            </tr>
          </thead>
          <tbody>
            {countries.map((row) => (
              <tr key={row.country}>
                <th scope="row">{countryName(row.country, format.locale)}</th>
                <td>{format.count(row.requests)}</td>
                <td>{format.percent(row.fill_rate, 1)}</td>
                <td>{format.money(row.ecpm_micros)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
