import { Button, Notice, PageHeader, Panel, sizeText, VisuallyHidden } from '@ezdash/ui';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CreativeFields } from '../creatives/CreativeFields';
import { WordsDrawer } from '../creatives/WordsDrawer';
import type { CampaignDraft } from '../form/campaignForm';
import { GeneralFields } from '../form/GeneralFields';
import { LimitsFields } from '../form/LimitsFields';
import { TargetingFields } from '../form/TargetingFields';
import { useCampaignTexts } from '../form/useCampaignTexts';
import { useRefusalText } from '../form/useRefusalText';
import { useUtcFormat } from '../form/useUtcFormat';
import { ZoneFields } from '../targeting/ZoneFields';
import { DraftConflictNotice } from './DraftConflictNotice';
import { isTouched } from './draftStorage';
import type { OpenedDraft } from './openedDraft';
import { ReviewStep } from './ReviewStep';
import { useWizard } from './useWizard';
import { WizardFoot } from './WizardFoot';
import { WizardRail } from './WizardRail';
import { WizardSteps } from './WizardSteps';
import classes from './wizard.module.css';
import { WIZARD_STEPS, type WizardStep } from './wizardSteps';

/** A few words per step of what was chosen, for the bars above. */
function useNotes(): (draft: CampaignDraft) => Partial<Record<WizardStep, string>> {
  const { t } = useTranslation('advertiser');
  const textsOf = useCampaignTexts();
  return (draft) => {
    const texts = textsOf(draft);
    const sizes = new Set(
      draft.creatives.map(({ asset }) => (asset.width > 0 ? sizeText(asset) : asset.format)),
    ).size;
    const images = draft.creatives.length;
    return {
      general: draft.name.trim(),
      creatives:
        images > 0
          ? t('wizard.creativesNote', { count: images, sizes: t('campaigns.sizes', { count: sizes }) })
          : '',
      targeting: draft.countries.length > 0 ? texts.countries : '',
      limits: [texts.bid, texts.daily].filter(Boolean).join(', '),
    };
  };
}

/** Says the step and takes focus when it changes, so that keyboard and screen reader start at its top. */
function StepHeading({ step }: { step: WizardStep }) {
  const { t } = useTranslation('advertiser');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  const number = WIZARD_STEPS.indexOf(step) + 1;
  return (
    <VisuallyHidden>
      <h2 ref={heading} tabIndex={-1}>
        {t('wizard.step', { number, count: WIZARD_STEPS.length })}: {t(`wizard.${step}`)}
      </h2>
    </VisuallyHidden>
  );
}

interface CampaignWizardProps {
  userId: number;
  opened: OpenedDraft;
  /** The server has given the draft an id, or has forgotten it. */
  onId: (id: string | null) => void;
}

/** A new campaign in five steps; the draft keeps itself. */
export function CampaignWizard({ userId, opened, onId }: CampaignWizardProps) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const notesOf = useNotes();
  const refusalText = useRefusalText();
  const wizard = useWizard(userId, opened, onId);
  const { fields, step, refusal } = wizard;
  const { savedAtMs: savedAt, where } = wizard.keeper;
  // Enter goes on, as in any form; only the last step sends.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'zones') void wizard.send(true);
    else wizard.forward();
  };
  const content = () => {
    switch (step) {
      case 'general':
        return <GeneralFields fields={fields} />;
      case 'creatives':
        return (
          <CreativeFields
            creatives={fields.values.creatives}
            revise={wizard.reviseCreatives}
            files={wizard.files}
            error={fields.errorOf('creatives')}
            rules={fields.values}
          />
        );
      case 'targeting':
        return <TargetingFields fields={fields} />;
      case 'limits':
        return <LimitsFields fields={fields} />;
      case 'zones':
        return (
          <>
            <ZoneFields
              fields={fields}
              creatives={fields.values.creatives.map(({ asset }) => asset)}
              folded
            />
            <ReviewStep draft={fields.values} problems={fields.problems} onEdit={wizard.choose} />
          </>
        );
    }
  };
  return (
    <>
      <PageHeader
        back={{ href: '/advertiser/campaigns', label: t('wizard.back') }}
        title={t('page.campaignNew')}
        lead={
          savedAt === null
            ? t('wizard.lead')
            : t(where === 'account' ? 'wizard.savedAccount' : 'wizard.saved', {
                time: `${utc.dateTime(savedAt)} UTC`,
              })
        }
        actions={
          isTouched(fields.values) ? (
            <Button variant="subtle" onClick={wizard.discard}>
              {t('wizard.discard')}
            </Button>
          ) : undefined
        }
      />
      <DraftConflictNotice keeper={wizard.keeper} />
      <WizardSteps now={step} open={wizard.open} notes={notesOf(fields.values)} onChoose={wizard.choose} />
      <div className={classes.cols}>
        <Panel label={t(`wizard.${step}`)} flush className={classes.panel}>
          <StepHeading step={step} />
          {refusal ? (
            <div className={classes.section}>
              <Notice tone="bad" title={t('wizard.serverSays')}>
                {refusal.code === 'KEY_REUSED' ? t('wizard.madeAlready') : refusalText(refusal)}
              </Notice>
            </div>
          ) : null}
          <form noValidate onSubmit={submit}>
            {content()}
            <WizardFoot
              step={step}
              notice={wizard.files.notice}
              sending={wizard.sending}
              onBack={wizard.back}
              onSaveDraft={() => wizard.send(false)}
            />
          </form>
        </Panel>
        <WordsDrawer files={wizard.files} />
        <WizardRail step={step} values={fields.values} problems={fields.problems} />
      </div>
    </>
  );
}
