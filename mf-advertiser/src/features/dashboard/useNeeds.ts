import type { AdvertiserDashboard, CallOut } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { type Need, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useStateReason } from '../campaigns/useStateReason';

const OURS: readonly string[] = [
  'campaign-stopped',
  'creative-stopped',
  'campaign-rejected',
  'budget-reached',
  'rule-stopped',
  'landing-broken',
  'creative-rejected',
  'tracking-silent',
  'postback-failing',
  'no-delivery',
  'rule-acted',
  'unfunded',
  'low-balance',
  'no-campaign',
];

/**
 * What waits for the advertiser, as sentences with one action each. Call-outs of other roles are not ours to word.
 * `onDismiss` puts one away.
 */
export function useNeeds(
  data: AdvertiserDashboard,
  onDismiss: (key: string, subject: string) => void,
): Need[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const reasonOf = useStateReason();
  const textOf = ({ code, subject, params }: CallOut): string => {
    const key = `callOut.${code}`;
    switch (code) {
      case 'campaign-stopped':
        return t(`${key}.text`, { reason: sentence(String(params.reason)) });
      case 'campaign-rejected':
        return params.reason
          ? t(`${key}.text`, { reason: reasonOf(String(params.reason)).replace(/[.\s]+$/, '') })
          : t(`${key}.textNoReason`);
      case 'budget-reached': {
        const money = (name: string, most: number) =>
          format.money(Number(params[name] ?? 0), { digits: [2, most] });
        return t(`${key}.${params.which === 'total' ? 'textTotal' : 'textDaily'}`, {
          budget_micros: money('budget_micros', 2),
          spend_micros: money('spend_micros', 2),
          lowest_micros: money('lowest_micros', 6),
        });
      }
      case 'unfunded':
        return subject ? t(`${key}.textNamed`) : t(`${key}.text`, { count: Number(params.count ?? 1) });
      case 'low-balance': {
        const days = Math.floor(Number(params.days ?? data.days_left ?? 0));
        return days < 1 ? t(`${key}.textUnder`) : t(`${key}.text`, { count: days });
      }
      case 'landing-broken':
        return params.status === undefined
          ? t(`${key}.text`)
          : t(`${key}.textStatus`, { status: params.status });
      case 'creative-stopped':
      case 'creative-rejected': {
        const others = Number(params.others ?? 0);
        const creative = String(params.creative ?? '');
        return others > 0
          ? t(`${key}.textOthers`, { creative, count: others })
          : t(`${key}.text`, { creative });
      }
      case 'postback-failing': {
        const dead = Number(params.dead ?? 0);
        return dead > 0 ? t(`${key}.textDead`, { count: dead }) : t(`${key}.text`);
      }
      case 'rule-acted':
        return t(`${key}.text`, { count: Number(params.campaigns ?? 1) });
      default:
        return t(`${key}.text`);
    }
  };
  return data.call_outs
    .filter(({ code }) => OURS.includes(code))
    .map((callOut) => {
      // About the account rather than one campaign: the subject is empty and ours to name.
      const subject = callOut.subject || t(`callOut.${callOut.code}.subject`);
      const { key, since } = callOut;
      const text = textOf(callOut);
      return {
        id: `${callOut.code} ${callOut.href} ${callOut.subject}`,
        tone: callOut.tone,
        subject,
        children: since ? `${text} ${t('callOut.since', { time: format.dateTime(since) })}` : text,
        action: { label: t(`callOut.${callOut.code}.action`), href: callOut.href },
        dismiss: key
          ? { label: t('callOut.dismiss', { subject }), onClick: () => onDismiss(key, subject) }
          : undefined,
      };
    });
}
