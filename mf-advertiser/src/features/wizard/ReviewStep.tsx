import { Button, Notice } from '@ezdash/ui';
import { useTargetingRules } from '@ezdash/ui/data';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CreativePreview } from '../creatives/CreativePreview';
import { LandingWarning } from '../creatives/LandingLook';
import { unshownVideo } from '../creatives/unshownVideo';
import type { CampaignDraft } from '../form/campaignForm';
import type { Problems } from '../form/checkCampaign';
import { useCampaignTexts } from '../form/useCampaignTexts';
import { useGoalNames } from '../form/useGoalNames';
import { useNamedTargeting } from '../targeting/useNamedTargeting';
import classes from './wizard.module.css';
import { problemsOfStep, type WizardStep } from './wizardSteps';

interface ReviewStepProps {
  draft: CampaignDraft;
  problems: Problems;
  onEdit: (step: WizardStep) => void;
}

/** All that was entered, step by step, each with its way back. */
export function ReviewStep({ draft, problems, onEdit }: ReviewStepProps) {
  const { t } = useTranslation('advertiser');
  const texts = useCampaignTexts()(draft);
  const isPaidByGoal = draft.pricing === 'CPA';
  const goalNames = useGoalNames(isPaidByGoal ? draft.goal_ids : []);
  const rules = useTargetingRules()({
    ...useNamedTargeting(draft.targeting),
    countries: { include: draft.countries, exclude: draft.targeting.countries.exclude },
  });
  const limits = [
    [t('campaignHistory.field.impression_limit'), texts.impressionLimit],
    [t('campaignHistory.field.click_limit'), texts.clickLimit],
    [t('campaignHistory.field.measured_only'), texts.measured],
  ].filter((row): row is [string, string] => row[1] !== '');
  const rows: Record<Exclude<WizardStep, 'zones'>, [title: string, text: string][]> = {
    general: [
      [t('field.name'), draft.name],
      [t('field.landing'), draft.landing_url],
      [t('targetingFields.category'), texts.category],
      [t('field.pricing'), draft.pricing],
      ...(isPaidByGoal ? ([[t('field.goals'), goalNames]] as [string, string][]) : []),
    ],
    creatives: [],
    targeting: [
      ...(draft.countries.length + draft.targeting.countries.exclude.length === 0
        ? ([[t('field.countries'), texts.countries]] as [string, string][])
        : []),
      [t('field.devices'), texts.devices],
      ...rules.map(({ title, text }): [string, string] => [title, text]),
      [t('field.cap'), texts.cap],
    ],
    limits: [
      [t('field.bid'), texts.bid],
      [t('targetingFields.bidding'), texts.bidding],
      [t('field.daily'), texts.daily],
      [t('field.total'), texts.total],
      ...limits,
      [t('field.pacing'), texts.pacing],
      [t('field.starts'), texts.starts],
      [t('field.ends'), texts.ends],
    ],
  };
  const section = (step: keyof typeof rows, extra?: ReactNode) => (
    <section key={step} className={classes.section}>
      <div className={classes.sectionHead}>
        <h3>{t(`wizard.${step}`)}</h3>
        <Button
          variant="subtle"
          aria-label={t('wizard.editStep', { step: t(`wizard.${step}`) })}
          onClick={() => onEdit(step)}
        >
          {t('wizard.edit')}
        </Button>
      </div>
      {problemsOfStep(problems, step).length > 0 ? (
        <p className={classes.missing}>{t('wizard.incomplete')}</p>
      ) : null}
      {rows[step].length > 0 ? (
        <dl className={classes.summary}>
          {rows[step].map(([title, text]) => (
            <Row key={title} title={title} text={text || t('wizard.notSet')} />
          ))}
        </dl>
      ) : null}
      {extra}
    </section>
  );
  const gallery = (
    <ul className={classes.gallery}>
      {draft.creatives.map(({ asset, alt }) => {
        const unshown = unshownVideo(asset, draft);
        return (
          <li key={asset.id}>
            <CreativePreview asset={asset} alt={alt} />
            {unshown ? <Notice tone="warn">{t(unshown)}</Notice> : null}
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {section('general', <LandingWarning url={draft.landing_url} />)}
      {section('creatives', gallery)}
      {section('targeting')}
      {section('limits')}
    </>
  );
}

function Row({ title, text }: { title: string; text: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </>
  );
}
