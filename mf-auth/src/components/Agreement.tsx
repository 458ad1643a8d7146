import { Checkbox, type Form, useDisclosure } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './auth.module.css';
import { TermsDialog } from './TermsDialog';

/** The box that agrees to the terms, and the terms. */
export function Agreement({ agreed }: { agreed: ReturnType<Form<{ agreed: boolean }>['checkbox']> }) {
  const { t } = useTranslation('auth');
  const [opened, dialog] = useDisclosure(false);
  return (
    <div className={classes.agreement}>
      <Checkbox
        {...agreed}
        label={t('register.agree')}
        aria-invalid={agreed.error === undefined ? undefined : true}
      />
      <button type="button" className={classes.textButton} onClick={dialog.open}>
        {t('register.readTerms')}
      </button>
      <TermsDialog opened={opened} onClose={dialog.close} />
    </div>
  );
}
