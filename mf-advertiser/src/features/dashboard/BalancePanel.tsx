import type { AdvertiserDashboard } from '@ezdash/contracts';
import { AppLink, Figure, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

const DAYS_OF_A_YEAR = 365;

/** What is left to spend, bonus and all, and how long it lasts at the pace of the last seven days. */
export function BalancePanel({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { days_left: daysLeft } = data;
  const lasts = () => {
    if (daysLeft === null) return t('dashboard.daysLeftNone');
    if (daysLeft < 1) return t('dashboard.daysLeftUnder');
    if (daysLeft > DAYS_OF_A_YEAR) return t('dashboard.daysLeftOver');
    return t('dashboard.daysLeft', { count: Math.floor(daysLeft) });
  };
  return (
    <Panel
      title={t('dashboard.balance')}
      aside={
        <AppLink className="ez-link" href="/advertiser/funds">
          {t('dashboard.addFunds')}
        </AppLink>
      }
    >
      <div className={classes.balance}>
        <Figure micros={data.balance_micros + data.bonus_micros} />
        <p>{lasts()}</p>
        {data.bonus_micros > 0 ? (
          <p>
            {format.money(data.bonus_micros)} {t('dashboard.bonus')}
          </p>
        ) : null}
      </div>
    </Panel>
  );
}
