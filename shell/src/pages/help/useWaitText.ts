import { useTranslation } from 'react-i18next';

const MINUTES = 60;

/** "Usual wait now: 4 minutes."; null while too few were answered to say. */
export function useWaitText(): (minutes: number | null | undefined) => string | null {
  const { t } = useTranslation('shell');
  return (minutes) => {
    if (minutes === null || minutes === undefined) return null;
    if (minutes < MINUTES) return t('help.waitMinutes', { count: Math.max(1, minutes) });
    return t('help.waitHours', { count: Math.round(minutes / MINUTES) });
  };
}
