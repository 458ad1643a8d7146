import { Button, Notice, Panel } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';
import type { CampaignSettingsForm } from './useCampaignSettings';

interface SettingsFormProps {
  title: string;
  settings: CampaignSettingsForm;
  /** The fields of this part; what was typed in the others waits with them. */
  children: ReactNode;
}

/** One part of a campaign's settings with the foot that saves all of them. */
export function SettingsForm({ title, settings, children }: SettingsFormProps) {
  const { t } = useTranslation('advertiser');
  const { dirty, failureText } = settings;
  return (
    <Panel title={title} flush>
      <form noValidate onSubmit={settings.save}>
        {children}
        {settings.sendsToReview ? (
          <div className={classes.notice}>
            <Notice tone="warn">
              {t(settings.newLanding ? 'field.landingReview' : 'field.categoryReview')}
            </Notice>
          </div>
        ) : null}
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
