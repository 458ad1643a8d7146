import type { AuctionCause, OutsideCause, TroubleCure } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useStateReason } from '../campaigns/useStateReason';

const MILLION = 1_000_000;
type Facts = OutsideCause['facts'];

/** Facts as people read them: amounts, times and shares by the ends of their names; everything else as it is. */
export function useWritten() {
  const format = useFormat();
  return (facts: Facts): Record<string, string | number> =>
    Object.fromEntries(
      Object.entries(facts).map(([name, value]) => {
        if (value === null) return [name, '–'];
        // Of a CPM the lowest bid is that of one impression.
        const digits: [number, number] = [2, name === 'lowest_micros' ? 6 : 4];
        if (name.endsWith('_micros')) return [name, format.money(Number(value), { digits })];
        if (name.endsWith('_at')) return [name, format.dateTime(String(value))];
        if (name.endsWith('_ppm')) return [name, format.percent(Number(value) / MILLION, 1)];
        return [name, typeof value === 'number' && name !== 'count' ? format.count(value) : value];
      }),
    );
}

/** Causes in sentences, with their figures in the reader's language. */
export function useCauseWords() {
  const { t, i18n } = useTranslation('advertiser');
  const format = useFormat();
  const reasonOf = useStateReason();

  const written = useWritten();

  return {
    outside: ({ code, facts }: OutsideCause) => {
      const values = written(facts);
      if (code === 'rejected') {
        const reason = reasonOf(String(facts.reason ?? '')).replace(/[.\s]+$/, '');
        return reason
          ? t('troubleshoot.outside.rejected', { reason })
          : t('troubleshoot.outside.rejectedNoReason');
      }
      if (code === 'missing-sizes' && Number(facts.more) > 0)
        return t('troubleshoot.outside.missing-sizes-more', { ...values, count: Number(facts.more) });
      return t(`troubleshoot.outside.${code}`, values);
    },
    auction: ({ code, facts }: AuctionCause) => {
      const key = `troubleshoot.fate.${code}`;
      if (facts.competition === 'few') return `${t(key)} ${t('troubleshoot.fewBidders')}`;
      const raise = facts.raise_percent;
      return typeof raise === 'number'
        ? `${t(key)} ${t('troubleshoot.raise', { percent: format.count(raise) })}`
        : t(key);
    },
    /** The link to the cure: named by what is changed there. */
    cure: (code: string, cure: TroubleCure) => {
      const own = `troubleshoot.cure.${code}`;
      return i18n.exists(own, { ns: 'advertiser' }) ? t(own) : t(`troubleshoot.cureKind.${cure.kind}`);
    },
    share: (ppm: number) => format.percent(ppm / MILLION, 1),
  };
}
