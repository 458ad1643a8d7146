import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a link is called; the first one has no name of its own. */
export function useLinkName(): (link: { label: string | null }) => string {
  const { t } = useTranslation('ui');
  return useCallback(({ label }) => label ?? t('referrals.link.first'), [t]);
}
