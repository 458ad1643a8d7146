import { useTranslation } from 'react-i18next';

const CODES = /^[a-z]+(-[a-z]+)*(,[a-z]+(-[a-z]+)*)*$/;

/**
 * Why a campaign is in its state: the server sends codes of ours, with commas between, or a reviewer's own words. Words are shown as they
 * are; a code nobody translated yet shows itself.
 */
export function useStateReason(): (reason: string | null | undefined) => string {
  const { t, i18n } = useTranslation('advertiser');
  return (reason) => {
    if (!reason) return '';
    const keys = reason.split(',').map((code) => `campaign.reason.${code}`);
    const isKnown = CODES.test(reason) && keys.every((key) => i18n.exists(key, { ns: 'advertiser' }));
    return isKnown ? keys.map((key) => t(key)).join('. ') : reason;
  };
}
