import { useTranslation } from 'react-i18next';

const CODE = /^[a-z]+(-[a-z]+)*$/;

/**
 * Why a campaign is in its state: the server sends a code of ours or a reviewer's own words. Words are shown as they
 * are; a code nobody translated yet shows itself.
 */
export function useStateReason(): (reason: string | null | undefined) => string {
  const { t, i18n } = useTranslation('advertiser');
  return (reason) => {
    if (!reason) return '';
    const key = `campaign.reason.${reason}`;
    return CODE.test(reason) && i18n.exists(key, { ns: 'advertiser' }) ? t(key) : reason;
  };
}
