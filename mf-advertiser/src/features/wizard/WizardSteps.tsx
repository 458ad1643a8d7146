import { IconCheck } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './wizard.module.css';
import { WIZARD_STEPS, type WizardStep } from './wizardSteps';

interface WizardStepsProps {
  now: WizardStep;
  /** The last step that may be opened: those before it are in order. */
  open: WizardStep;
  /** What was chosen, a few words per step. */
  notes: Partial<Record<WizardStep, string>>;
  onChoose: (step: WizardStep) => void;
}

/** The steps as bars; those that may be opened are buttons. */
export function WizardSteps({ now, open, notes, onChoose }: WizardStepsProps) {
  const { t } = useTranslation('advertiser');
  const nowAt = WIZARD_STEPS.indexOf(now);
  const openAt = WIZARD_STEPS.indexOf(open);
  const [seenTo, setSeenTo] = useState(nowAt);
  if (nowAt > seenTo) setSeenTo(nowAt);
  // A step that asks for nothing is in order from the beginning; it is done once one was there, or chose something.
  const stateOf = (step: WizardStep, index: number) => {
    if (index === nowAt) return 'now';
    return index < openAt && (index <= seenTo || Boolean(notes[step])) ? 'done' : 'next';
  };
  return (
    <ol className={classes.steps} aria-label={t('wizard.steps')}>
      {WIZARD_STEPS.map((step, index) => {
        const state = stateOf(step, index);
        const content = (
          <>
            <span className={classes.number}>
              {state === 'done' ? (
                <IconCheck size={13} stroke={3} aria-label={t('wizard.stepDone')} />
              ) : (
                index + 1
              )}
            </span>
            <span>
              <b>{t(`wizard.${step}`)}</b>
              <small>
                <bdi>{notes[step] || t(`wizard.${step}Hint`)}</bdi>
              </small>
            </span>
          </>
        );
        return (
          <li
            key={step}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {state !== 'now' && index <= openAt ? (
              <button type="button" className={classes.stepBody} onClick={() => onChoose(step)}>
                {content}
              </button>
            ) : (
              <span className={classes.stepBody}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
