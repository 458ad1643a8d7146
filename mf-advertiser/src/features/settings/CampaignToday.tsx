import type { Campaign } from '@ezdash/contracts';
import { Figure, PaceBar, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

/** What today's budget has bought so far. */
export function CampaignToday({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { spend_micros: spent, budget_micros: budget, due } = campaign.today;
  return (
    <Panel
      title={t('campaign.today')}
      hint={due > 0 ? t('campaign.todayHint', { share: format.percent(due, 0) }) : undefined}
    >
      <div className={classes.today}>
        <div>
          <Figure micros={spent} /> <span>{t('pace.of', { budget: format.money(budget) })}</span>
        </div>
        <PaceBar spent={budget > 0 ? spent / budget : 0} due={due || undefined} label={campaign.name} />
      </div>
    </Panel>
  );
}
