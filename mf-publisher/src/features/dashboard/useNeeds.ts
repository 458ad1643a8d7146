import type { CallOut } from '@ezdash/contracts';
import type { Need } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** Codes that concern publishers; a newer server may send one this release has no words for. */
const KNOWN = [
  'no-property',
  'no-tag-seen',
  'property-stopped',
  'zone-stopped',
  'property-rejected',
  'property-unverified',
] as const;
type Known = (typeof KNOWN)[number];

const isKnown = (code: string): code is Known => (KNOWN as readonly string[]).includes(code);

/** The server's call-outs as sentences. */
export function useNeeds(callOuts: readonly CallOut[]): Need[] {
  const { t } = useTranslation('publisher');
  return callOuts.map(({ code, tone, subject, params, href }): Need => {
    const unverified = code === 'property-unverified' ? Number(params.others ?? 0) : 0;
    if (unverified > 0)
      return {
        id: `${code} ${href} ${subject}`,
        tone,
        subject,
        children: t('callOut.property-unverified.textOthers', { count: unverified }),
        action: { label: t('callOut.property-unverified.actionOthers'), href },
      };
    const key = isKnown(code) ? code : 'other';
    const others = code === 'no-tag-seen' ? Number(params.others ?? 0) : 0;
    const hasReason = key === 'property-rejected' && Boolean(params.reason);
    return {
      id: `${code} ${href} ${subject}`,
      tone,
      subject: subject || t('callOut.no-property.subject'),
      children:
        others > 0
          ? t('callOut.no-tag-seen.textOthers', { count: others })
          : t(hasReason ? 'callOut.property-rejected.textReason' : `callOut.${key}.text`, params),
      action: { label: t(others > 0 ? 'callOut.no-tag-seen.actionOthers' : `callOut.${key}.action`), href },
    };
  });
}
