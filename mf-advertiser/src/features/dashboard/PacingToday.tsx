import type { AdvertiserDashboard } from '@ezdash/contracts';
import { AppLink, PaceBar, Panel, SlotThumb, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useRejectionReason } from '../campaigns/useStateReason';
import classes from './dashboard.module.css';
import { shareOfUtcDay } from './shareOfUtcDay';

const THUMB = 32;
type Pacing = AdvertiserDashboard['pacing'][number];

function PacingRow({ pacing }: { pacing: Pacing }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const reasonOf = useRejectionReason();
  const { id, name, image, width, height, spend_micros: spent, budget_micros: budget } = pacing;
  return (
    <li>
      <SlotThumb image={image} size={{ width: width ?? 300, height: height ?? 250 }} box={THUMB} />
      <span className={classes.name}>
        <AppLink href={`/advertiser/campaigns/${id}`}>
          <bdi>{name}</bdi>
        </AppLink>
        <Status state={pacing.state} plain reason={reasonOf(pacing.state, pacing.state_reason)} />
      </span>
      <span className={classes.bar}>
        <PaceBar spent={budget > 0 ? spent / budget : 0} due={pacing.due || undefined} label={name} />
      </span>
      <span className={classes.sum}>
        <b>{format.money(spent)}</b>
        <small>{t('pace.of', { budget: format.money(budget) })}</small>
      </span>
    </li>
  );
}

/** Each campaign's budget of today: spent so far, and where an even pace would stand. */
export function PacingToday({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const passed = format.percent(shareOfUtcDay(data.now), 0);
  return (
    <Panel
      title={t('dashboard.pacing')}
      hint={t('dashboard.dayPassed', { share: passed })}
      flush={data.pacing.length > 0}
      aside={
        <AppLink className="ez-link" href="/advertiser/campaigns">
          {t('dashboard.allCampaigns')}
        </AppLink>
      }
    >
      {data.pacing.length === 0 ? (
        <p className={classes.quiet}>{t('dashboard.pacingEmpty')}</p>
      ) : (
        <ul className={classes.pacing}>
          {data.pacing.map((pacing) => (
            <PacingRow key={pacing.id} pacing={pacing} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
