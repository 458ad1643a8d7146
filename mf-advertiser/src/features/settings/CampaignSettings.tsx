import type { Campaign } from '@ezdash/contracts';
import { Panel } from '@ezdash/ui';
import { useTargetingRules } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { toCampaignForm } from '../form/campaignForm';
import { GeneralFields } from '../form/GeneralFields';
import { LimitsFields } from '../form/LimitsFields';
import { TargetingFields } from '../form/TargetingFields';
import { useCampaignTexts } from '../form/useCampaignTexts';
import { useGoalNames } from '../form/useGoalNames';
import { useNamedTargeting } from '../targeting/useNamedTargeting';
import { ZoneFields } from '../targeting/ZoneFields';
import { SettingsForm } from './SettingsForm';
import classes from './settings.module.css';
import type { CampaignSettingsForm } from './useCampaignSettings';

/** The settings of an archived campaign, to read. */
function SettingsSummary({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const form = toCampaignForm(campaign);
  const texts = useCampaignTexts()(form);
  const rules = useTargetingRules()(useNamedTargeting(form.targeting));
  const isPaidByGoal = campaign.pricing === 'CPA';
  const goalNames = useGoalNames(isPaidByGoal ? campaign.goal_ids : []);
  /** What is taken, and behind it what is left: `All countries, not Austria`. */
  const withRule = (dimension: 'countries' | 'devices', taken: string) =>
    [taken, rules.find((rule) => rule.dimension === dimension)?.text].filter(Boolean).join(', ');
  const rows = [
    [t('field.landing'), campaign.landing_url],
    [t('targetingFields.category'), texts.category],
    ...(isPaidByGoal ? [[t('field.goals'), goalNames]] : []),
    [t('field.countries'), withRule('countries', texts.countries)],
    [t('field.devices'), withRule('devices', texts.devices)],
    ...rules
      .filter(({ dimension }) => dimension !== 'countries' && dimension !== 'devices')
      .map(({ title, text }) => [title, text]),
    [t('field.cap'), texts.cap],
    [t('field.bid'), texts.bid],
    [t('targetingFields.bidding'), texts.bidding],
    [t('field.daily'), texts.daily],
    [t('field.total'), texts.total],
    [t('campaignHistory.field.impression_limit'), texts.impressionLimit],
    [t('campaignHistory.field.click_limit'), texts.clickLimit],
    [t('campaignHistory.field.measured_only'), texts.measured],
    [t('field.pacing'), texts.pacing],
    [t('field.starts'), texts.starts],
    [t('field.ends'), texts.ends],
  ].filter(([, text]) => text !== '');
  return (
    <Panel title={t('campaign.settings')}>
      <dl className={classes.summary}>
        {rows.map(([title, text]) => [
          <dt key={`${title} name`}>{title}</dt>,
          <dd key={`${title} value`}>
            <bdi>{text}</bdi>
          </dd>,
        ])}
      </dl>
    </Panel>
  );
}

interface CampaignSettingsProps {
  campaign: Campaign;
  settings: CampaignSettingsForm;
  /** Which of the settings. */
  part: 'overview' | 'targeting' | 'limits' | 'zones';
  /** The zone that the page was opened for. */
  zone: string | null;
}

/** A part of what a campaign is set to: a form, or a summary of all of it once it is archived. */
export function CampaignSettings({ campaign, settings, part, zone }: CampaignSettingsProps) {
  const { t } = useTranslation('advertiser');
  if (campaign.state === 'archived') return <SettingsSummary campaign={campaign} />;
  const { fields } = settings;
  const parts = {
    overview: <GeneralFields fields={fields} />,
    targeting: <TargetingFields fields={fields} />,
    limits: <LimitsFields fields={fields} />,
    zones: (
      <ZoneFields fields={fields} creatives={campaign.creatives.map(({ image }) => image)} wanted={zone} />
    ),
  };
  return (
    <SettingsForm title={t(`campaign.part.${part}`)} settings={settings}>
      {parts[part]}
    </SettingsForm>
  );
}
