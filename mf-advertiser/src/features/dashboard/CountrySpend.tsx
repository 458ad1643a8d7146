import type { AdvertiserDashboard } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { BarList } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useCountryNames } from '../form/useCountryNames';
import classes from './dashboard.module.css';

const MOST = 8;

/** Where the money went, most first. */
export function CountrySpend({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const nameOf = useCountryNames();
  const spent = data.countries
    .filter((country) => country.spend_micros > 0)
    .toSorted((a, b) => b.spend_micros - a.spend_micros)
    .slice(0, MOST);
  return (
    <Panel title={t('dashboard.byCountry')}>
      {spent.length === 0 ? (
        <p className={classes.quiet}>{t('dashboard.byCountryEmpty')}</p>
      ) : (
        <BarList
          rows={spent.map(({ country, spend_micros }) => ({
            id: country,
            name: nameOf(country),
            value: spend_micros,
            text: format.money(spend_micros),
          }))}
        />
      )}
    </Panel>
  );
}
