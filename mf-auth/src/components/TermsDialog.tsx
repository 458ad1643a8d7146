import { Dialog } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './auth.module.css';

const CLAUSES = ['money', 'content', 'traffic', 'data', 'end'] as const;

/** The terms a new account agrees to, readable before the box is ticked. */
export function TermsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('terms.title')}>
      <ol className={classes.terms}>
        {CLAUSES.map((clause) => (
          <li key={clause}>
            <b>{t(`terms.${clause}.title`)}</b> {t(`terms.${clause}.text`)}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
