import type { PublisherDashboard } from '@ezdash/contracts';
import { countryName, Panel, useFormat } from '@ezdash/ui';
import { BarList } from '@ezdash/ui/charts';

import { useTranslation } from 'react-i18next';
import styles from './dashboard.module.css';

/** Where the people were whose impressions earned most. */
export function CountriesPanel({ countries }: { countries: PublisherDashboard['countries'] }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();

  const rows = countries.map(({ country, earnings_micros: micros }) => ({
    id: country,
    name: countryName(country, format.locale),
    value: micros,
    text: format.money(micros),
  }));
  return (
    <Panel title={t('dashboard.countries')}>
      {rows.length === 0 ? (
        <p className={styles.noneInside}>{t('dashboard.noCountries')}</p>
      ) : (
        <BarList rows={rows} />
      )}
    </Panel>
  );
}
