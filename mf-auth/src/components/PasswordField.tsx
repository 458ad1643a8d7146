import { type FieldProps, PasswordInput } from '@ezdash/ui';
import { PasswordStrength } from '@ezdash/ui/password';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

interface PasswordFieldProps extends FieldProps<string> {
  /** The one that is, or one that is to be. */
  kind: 'current' | 'new';
  label?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  autoFocus?: boolean;
}

/** A password to type, with its eye; a new one says how well it holds. */
export function PasswordField({ kind, label, inputRef, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordInput
        {...field}
        ref={inputRef}
        label={label ?? t('field.password')}
        autoComplete={`${kind}-password`}
        visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
      />
      {kind === 'new' && field.error === undefined ? <PasswordStrength password={field.value} /> : null}
    </>
  );
}
