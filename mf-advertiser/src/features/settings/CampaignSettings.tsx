import type { Campaign } from '@ezdash/contracts';
import { Button, Notice, Panel } from '@ezdash/ui';
import { useTargetingRules } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { toCampaignForm } from '../form/campaignForm';
import { GeneralFields } from '../form/GeneralFields';
import { LimitsFields } from '../form/LimitsFields';
import { TargetingFields } from '../form/TargetingFields';
import { useCampaignTexts } from '../form/useCampaignTexts';
import { useGoalNames } from '../form/useGoalNames';
import classes from './settings.module.css';
import { useCampaignSettings } from './useCampaignSettings';

/** The settings of an archived campaign, to read. */
function SettingsSummary({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const form = toCampaignForm(campaign);
  const texts = useCampaignTexts()(form);
  const rules = useTargetingRules()(form.targeting);
  const isPaidByGoal = campaign.pricing === 'CPA';
  const goalNames = useGoalNames(isPaidByGoal ? campaign.goal_ids : []);
  /** What is taken, and behind it what is left: `All countries, not Austria`. */
  const withRule = (dimension: 'countries' | 'devices', taken: string) =>
    [taken, rules.find((rule) => rule.dimension === dimension)?.text].filter(Boolean).join(', ');
  const rows = [
    [t('field.landing'), campaign.landing_url],
    ...(isPaidByGoal ? [[t('field.goals'), goalNames]] : []),
    [t('field.countries'), withRule('countries', texts.countries)],
    [t('field.devices'), withRule('devices', texts.devices)],
    ...rules
      .filter(({ dimension }) => dimension !== 'countries' && dimension !== 'devices')
      .map(({ title, text }) => [title, text]),
    [t('field.cap'), texts.cap],
    [t('field.bid'), texts.bid],
    [t('field.daily'), texts.daily],
    [t('field.total'), texts.total],
    [t('field.pacing'), texts.pacing],
    [t('field.starts'), texts.starts],
    [t('field.ends'), texts.ends],
  ];
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

function SettingsForm({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const settings = useCampaignSettings(campaign);
  const { fields, dirty, failureText } = settings;
  return (
    <Panel title={t('campaign.settings')} flush>
      <form noValidate onSubmit={settings.save}>
        <GeneralFields fields={fields} withPricing={false} />
        {settings.sendsToReview ? (
          <div className={classes.notice}>
            <Notice tone="warn">{t('field.landingReview')}</Notice>
          </div>
        ) : null}
        <LimitsFields fields={fields} />
        <TargetingFields fields={fields} />
        {failureText ? (
          <div className={classes.notice}>
            <Notice tone="bad" title={t('campaign.settingsFailed')}>
              {failureText}
            </Notice>
          </div>
        ) : null}
        {dirty ? (
          <div className={classes.foot} data-foot>
            <span className={classes.grow}>{t('campaign.unsaved')}</span>
            <Button variant="default" onClick={settings.reset}>
              {t('campaign.reset')}
            </Button>
            <Button type="submit" loading={settings.saving}>
              {t('campaign.save')}
            </Button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
}

/** What a campaign is set to: a form, or a summary once it is archived. */
export function CampaignSettings({ campaign }: { campaign: Campaign }) {
  return campaign.state === 'archived' ? (
    <SettingsSummary campaign={campaign} />
  ) : (
    <SettingsForm campaign={campaign} />
  );
}
