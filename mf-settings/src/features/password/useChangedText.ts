import type { PasswordChanged } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';

/** What is said once a password is another one: what ended with the old one, too. */
export function useChangedText() {
  const { t } = useTranslation('settings');
  return (what: 'password.changed' | 'password.set', { ended, revoked_tokens }: PasswordChanged): string => {
    const tokens = revoked_tokens > 0 ? [t('password.revokedTokens', { count: revoked_tokens })] : [];
    return [t(what), t('password.ended', { count: ended }), ...tokens].join('. ');
  };
}
