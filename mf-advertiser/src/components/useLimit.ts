import { useTranslation } from 'react-i18next';

interface Limit {
  /** How much is used, beside what the field says of itself. */
  description: string;
  /** Said while typing: what is too long stays as it was typed, and is not cut. */
  error: string | undefined;
}

/** How long a text is, as the contract counts it: without the blanks around it. */
export const lengthOf = (text: string): number => text.trim().length;

/** The limit of a field: what is used of it, and by how much it is passed. */
export function useLimit(): (text: string, most: number, hint?: string) => Limit {
  const { t } = useTranslation('advertiser');
  return (text, most, hint) => {
    const used = lengthOf(text);
    const over = used - most;
    const counted = t('limit.used', { used, most });
    return {
      description: hint ? `${hint} ${counted}` : counted,
      error: over > 0 ? t('limit.over', { most, count: over }) : undefined,
    };
  };
}
