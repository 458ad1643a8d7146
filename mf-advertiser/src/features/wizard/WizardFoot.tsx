import { Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import classes from './wizard.module.css';
import { neighbour, type WizardStep } from './wizardSteps';

interface WizardFootProps {
  step: WizardStep;
  notice: string | null;
  sending: boolean;
  onBack: () => void;
  onSaveDraft: () => void;
}

/** Back and Continue, always in sight; at the end the two ways to send. Stands in the wizard's form. */
export function WizardFoot({ step, notice, sending, onBack, onSaveDraft }: WizardFootProps) {
  const { t } = useTranslation('advertiser');
  const next = neighbour(step, 1);
  return (
    <div className={classes.foot} data-foot={next ? '' : 'tall'}>
      {notice && step !== 'creatives' ? (
        <div className={classes.notice}>
          <FieldError>{notice}</FieldError>
        </div>
      ) : null}
      {neighbour(step, -1) ? (
        <Button variant="default" onClick={onBack}>
          {t('wizard.previous')}
        </Button>
      ) : null}
      <span className={classes.grow} />
      {next ? (
        <>
          <span className={classes.next}>{t('wizard.next', { step: t(`wizard.${next}`) })}</span>
          <Button type="submit">{t('wizard.continue')}</Button>
        </>
      ) : (
        <>
          <Button variant="default" onClick={onSaveDraft}>
            {t('wizard.saveDraft')}
          </Button>
          <Button type="submit" loading={sending}>
            {t('wizard.submit')}
          </Button>
        </>
      )}
    </div>
  );
}
