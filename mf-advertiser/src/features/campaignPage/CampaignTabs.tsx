import { Tabs } from '@ezdash/ui/data';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './campaignPage.module.css';
import { CAMPAIGN_TABS, type CampaignTab, isCampaignTab } from './campaignTabs';

interface CampaignTabsProps {
  now: CampaignTab;
  onChoose: (tab: CampaignTab) => void;
  children: ReactNode;
}

/** The parts of a campaign, one at a time, each with an address of its own. */
export function CampaignTabs({ now, onChoose, children }: CampaignTabsProps) {
  const { t } = useTranslation('advertiser');
  return (
    <Tabs value={now} onChange={(value) => isCampaignTab(value) && onChoose(value)}>
      <Tabs.List className={classes.tabs} aria-label={t('campaign.tabs')}>
        {CAMPAIGN_TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`campaign.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={now}>{children}</Tabs.Panel>
    </Tabs>
  );
}
