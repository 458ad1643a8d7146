import type { Funds } from '@ezdash/contracts';
import { Figure, Notice, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './funds.module.css';

const DAY_MS = 86_400_000;
const DAYS_OF_A_YEAR = 365;

/** "Lasts until about 27 Nov at $690 a day", as far as the last seven days can tell. */
function useLasts({ now, days_left: days, per_day_micros: perDay }: Funds): string {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  if (days === null || perDay === null) return t('funds.lastsNone');
  const perDayText = format.money(perDay, { digits: perDay < 100_000_000 ? 2 : 0 });
  if (days <= 0) return t('funds.lastsNot', { perDay: perDayText });
  if (days < 1) return t('funds.lastsUnder', { perDay: perDayText });
  if (days > DAYS_OF_A_YEAR) return t('funds.lastsOver', { perDay: perDayText });
  return t('funds.lasts', {
    date: format.date(Date.parse(now) + days * DAY_MS, { now }),
    perDay: perDayText,
  });
}

interface Share {
  key: 'cash' | 'bonus' | 'held';
  micros: number;
  /** Of the bar: what is held stands at the end and is taken out of the others. */
  width: number;
}

/** The parts of the balance. What is held is drawn out of cash first, since the figures beside it count it in. */
function sharesOf({ cash_micros, bonus_micros, held_micros }: Funds['balance']): Share[] {
  const cash = Math.max(0, cash_micros);
  const bonus = Math.max(0, bonus_micros);
  const held = Math.min(Math.max(0, held_micros), cash + bonus);
  const ofCash = Math.min(cash, held);
  return [
    { key: 'cash', micros: cash_micros, width: cash - ofCash },
    { key: 'bonus', micros: bonus_micros, width: bonus - (held - ofCash) },
    { key: 'held', micros: held_micros, width: held },
  ];
}

/** What there is to spend, what it is made of, and how long it lasts. */
export function FundsBalance({ funds }: { funds: Funds }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const lasts = useLasts(funds);
  const { balance, currency } = funds;
  const shares = sharesOf(balance);
  const shown = shares.filter(({ key, micros }) => key === 'cash' || micros !== 0);
  return (
    <Panel label={t('funds.balance')}>
      <div className={classes.balance}>
        <h2>{t('funds.balance')}</h2>
        <Figure micros={balance.total_micros} options={{ currency }} />
        <p>{balance.total_micros < 0 ? t('funds.belowNothing') : lasts}</p>
      </div>
      <div className={classes.bar} aria-hidden="true">
        {shares.map(({ key, width }) =>
          width > 0 ? <span key={key} data-part={key} style={{ flexGrow: width }} /> : null,
        )}
      </div>
      <dl className={classes.legend}>
        {shown.map(({ key, micros }) => (
          <div key={key} data-part={key}>
            <dt>{t(`funds.part.${key}`)}</dt>
            <dd>{format.money(micros, { currency })}</dd>
          </div>
        ))}
      </dl>
      {balance.refunding_micros > 0 ? (
        <div className={classes.below}>
          <Notice tone="info">
            {t('funds.refunding', { amount: format.money(balance.refunding_micros, { currency }) })}
          </Notice>
        </div>
      ) : null}
    </Panel>
  );
}
