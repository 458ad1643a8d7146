import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isWizardStep, WIZARD_STEPS, type WizardStep } from './wizardSteps';

/**
 * The step in the address, so that the browser's back button goes one step back and a reload stays where it was.
 * A step behind one that is not in order falls back to that one.
 */
export function useWizardStep(open: WizardStep): [step: WizardStep, go: (step: WizardStep) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('step');
  const asked = isWizardStep(wanted) ? wanted : 'general';
  const tooFar = WIZARD_STEPS.indexOf(asked) > WIZARD_STEPS.indexOf(open);
  const go = useCallback(
    (step: WizardStep) =>
      setParams((now) => {
        const params = new URLSearchParams(now);
        params.set('step', step);
        return params;
      }),
    [setParams],
  );
  return [tooFar ? open : asked, go];
}
