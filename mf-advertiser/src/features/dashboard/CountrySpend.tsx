import type { AdvertiserDashboard } from '@ezdash/contracts';
import { countryName, Panel, useFormat } from '@ezdash/ui';
import { BarList } from '@ezdash/ui/charts';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

const MOST = 8;

/** Where the money went, most first. */
export function CountrySpend({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const spent = data.countries
    .filter((country) => country.spend_micros > 0)
    .toSorted((a, b) => b.spend_micros - a.spend_micros)
    .slice(0, MOST);
  const rows = spent.map(({ country, spend_micros }) => ({
    id: country,
    name: countryName(country, format.locale),
    value: spend_micros,
    text: format.money(spend_micros),
  }));
  // What the list leaves out, so that it adds up to the spend above it.
  const rest = data.totals.spend_micros - rows.reduce((sum, { value }) => sum + value, 0);
  if (rest > 0)
    rows.push({ id: '', name: t('dashboard.byCountryOthers'), value: rest, text: format.money(rest) });
  return (
    <Panel title={t('dashboard.byCountry')}>
      {spent.length === 0 ? (
        <p className={classes.quiet}>{t('dashboard.byCountryEmpty')}</p>
      ) : (
        <BarList rows={rows} />
      )}
    </Panel>
  );
}
