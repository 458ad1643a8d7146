import { useTranslation } from 'react-i18next';

const CODES = /^[a-z]+(-[a-z]+)*(,[a-z]+(-[a-z]+)*)*$/;

/** Whether it is codes of ours, with commas between, rather than a person's words. */
export function isReasonCode(reason: string | null | undefined): reason is string {
  return typeof reason === 'string' && CODES.test(reason);
}

/**
 * Why a campaign or an image is in its state: the server sends codes, or a reviewer's own words. Words are shown as
 * they are; a code nobody translated yet shows itself.
 */
export function useStateReason(): (reason: string | null | undefined) => string {
  const { t, i18n } = useTranslation('advertiser');
  const textOf = (code: string) => {
    const key = `campaign.reason.${code}`;
    return i18n.exists(key, { ns: 'advertiser' }) ? t(key) : code;
  };
  return (reason) => {
    if (!reason) return '';
    // A single word may be a reviewer's: only what has a text is taken for a code.
    return isReasonCode(reason) ? reason.split(',').map(textOf).join('. ') : reason;
  };
}

/** The same for a refusal, which owes a reason: one without says so. */
export function useRejectionReason(): (state: string, reason: string | null) => string {
  const { t } = useTranslation('advertiser');
  const reasonOf = useStateReason();
  return (state, reason) => reasonOf(reason) || (state === 'rejected' ? t('campaign.noReason') : '');
}
