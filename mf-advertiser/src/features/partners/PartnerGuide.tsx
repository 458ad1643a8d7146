import { type TrackerPreset, trackerClickQuery, trackerPostbackUrl } from '@ezdash/contracts/constants';
import { AppLink, CodeBlock, Drawer } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './partners.module.css';

/** How a tracker and the network are brought together, step by step, with what is to be copied. */
export function PartnerGuide({ preset, onClose }: { preset: TrackerPreset; onClose: () => void }) {
  const { t } = useTranslation('advertiser');
  const { name } = preset;
  return (
    <Drawer opened onClose={onClose} title={t('partners.guide', { name })} width={620}>
      <ol className={classes.steps}>
        <li>
          <b>{t('partners.step.goal')}</b>
          <p>
            {t('partners.step.goalText', { name })}{' '}
            <AppLink href={`/advertiser/postbacks?tracker=${preset.id}`}>{t('partners.setUpLink')}</AppLink>
          </p>
        </li>
        <li>
          <b>{t('partners.step.source', { name })}</b>
          <p>{t('partners.step.sourceText', { placeholder: preset.clickPlaceholder })}</p>
          <CodeBlock
            label={t('partners.step.postback')}
            language="HTTP"
            code={trackerPostbackUrl(preset, `${window.location.origin}/postback`, '{goal}', '{key}')}
          />
        </li>
        <li>
          <b>{t('partners.step.campaign')}</b>
          <p>{t('partners.step.campaignText', { name })}</p>
          <CodeBlock
            label={t('partners.step.landing')}
            language="HTTP"
            code={`https://…?${trackerClickQuery(preset)}`}
          />
        </li>
        <li>
          <b>{t('partners.step.check')}</b>
          <p>
            {t('partners.step.checkText')}{' '}
            <AppLink href="/advertiser/postbacks?view=log">{t('partners.logLink')}</AppLink>
          </p>
        </li>
      </ol>
      <p className={classes.quiet}>
        <a href={preset.guide} target="_blank" rel="noreferrer">
          {t('partners.theirGuide', { name })}
        </a>
      </p>
    </Drawer>
  );
}
