import type { Campaign } from '@ezdash/contracts';
import { Button, Notice, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { toCampaignForm } from '../form/campaignForm';
import { GeneralFields } from '../form/GeneralFields';
import { LimitsFields } from '../form/LimitsFields';
import { TargetingFields } from '../form/TargetingFields';
import { useCampaignTexts } from '../form/useCampaignTexts';
import classes from './settings.module.css';
import { useCampaignSettings } from './useCampaignSettings';

/** The settings of an archived campaign, to read. */
function SettingsSummary({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const texts = useCampaignTexts()(toCampaignForm(campaign));
  const rows = [
    [t('field.landing'), campaign.landing_url],
    [t('field.countries'), texts.countries],
    [t('field.devices'), texts.devices],
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
          <div className={classes.foot}>
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
