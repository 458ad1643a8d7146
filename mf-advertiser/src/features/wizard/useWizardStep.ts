import { useCallback } from 'react';
import { useAddressParams } from '../../components/useAddressParams';
import { isWizardStep, WIZARD_STEPS, type WizardStep } from './wizardSteps';

/**
 * The step in the address, so that the browser's back button goes one step back and a reload stays where it was.
 * A step behind one that is not in order falls back to that one.
 */
export function useWizardStep(open: WizardStep): [step: WizardStep, go: (step: WizardStep) => void] {
  const [params, change] = useAddressParams();
  const wanted = params.get('step');
  const asked = isWizardStep(wanted) ? wanted : 'general';
  const tooFar = WIZARD_STEPS.indexOf(asked) > WIZARD_STEPS.indexOf(open);
  const go = useCallback((step: WizardStep) => change((params) => params.set('step', step)), [change]);
  return [tooFar ? open : asked, go];
}
