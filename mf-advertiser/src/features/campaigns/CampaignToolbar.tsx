import { IconSearch, SegmentedControl, TextInput } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { CAMPAIGN_GROUPS, type CampaignGroup } from './campaignGroups';
import classes from './campaigns.module.css';

interface CampaignToolbarProps {
  counts: Record<CampaignGroup, number>;
  group: CampaignGroup;
  text: string;
  onGroup: (group: CampaignGroup) => void;
  onText: (text: string) => void;
}

/** Segments with their counts and a text filter. Segments that hold nothing are left out, but for the chosen one. */
export function CampaignToolbar({ counts, group, text, onGroup, onText }: CampaignToolbarProps) {
  const { t } = useTranslation('advertiser');
  const shown = CAMPAIGN_GROUPS.filter((one) => one === 'all' || one === group || counts[one] > 0);
  return (
    <>
      <SegmentedControl
        className={classes.groups}
        aria-label={t('campaigns.group.label')}
        value={group}
        data={shown.map((one) => ({
          value: one,
          label: t(`campaigns.group.${one}`, { count: counts[one] }),
        }))}
        onChange={(value) => onGroup(shown.find((one) => one === value) ?? 'all')}
      />
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('campaigns.filter')}
        placeholder={t('campaigns.filter')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </>
  );
}
