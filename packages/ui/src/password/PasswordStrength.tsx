import { PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';
import classes from './PasswordStrength.module.css';
import { strengthOf } from './strengthOf';

const STEPS = [1, 2, 3] as const;

/** How well the typed password holds, and what would make it better. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('ui');
  const strength = strengthOf(password);
  return (
    <p className={classes.strength} aria-live="polite">
      {STEPS.map((step) => (
        <i key={step} data-on={strength >= step || undefined} aria-hidden />
      ))}
      <span>{t(`password.${strength}`, { count: PASSWORD_MIN_LENGTH })}</span>
    </p>
  );
}
