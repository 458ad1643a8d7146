import { useTranslation } from 'react-i18next';

/** As the contracts have it: a reason is 3 to 500 characters. */
export const WHY_LENGTH = 500;
const LEAST = 3;

/** What is wrong with a reason, if anything. */
export function useWhyProblem(): (why: string) => string | undefined {
  const { t } = useTranslation('debug');
  return (why) => (why.trim().length < LEAST ? t('money.whyMissing') : undefined);
}
