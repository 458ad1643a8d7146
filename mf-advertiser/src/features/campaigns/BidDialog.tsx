import type { Pricing } from '@ezdash/contracts';
import { type AmountChange, LEAST, MOST } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { AmountDialog } from './AmountDialog';
import { bidRanges, pricingsOf } from './bidRanges';
import { BID_DIGITS } from './CampaignCells';
import { useCampaignListBidsMutation, useCampaignListUndoBidsMutation } from './campaignList.api';
import type { Chosen } from './useSelection';
import type { ChosenAmounts } from './useSendAmounts';

interface BidDialogProps extends ChosenAmounts {
  /** The one pricing of all in the list; null when there are several. */
  listed: Pricing | null;
}

/** Bids of several at once, with the range that they come to. */
export function BidDialog({ listed, ...props }: BidDialogProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [set, { isLoading }] = useCampaignListBidsMutation();
  const [undo] = useCampaignListUndoBidsMutation();
  const pricings = pricingsOf(props.campaigns, listed);
  const only = pricings.length === 1 ? pricings[0] : undefined;
  const money = (micros: number) => format.money(micros, { digits: BID_DIGITS });
  const range = ([from, to]: readonly [number, number]) =>
    from === to ? money(from) : t('campaignList.bid.range', { from: money(from), to: money(to) });
  // What one pricing asks for may be too much for another: the server refuses those campaigns by name.
  const checkAmount = (micros: number | null) => {
    const least = Math.min(...pricings.map((each) => LEAST.bidMicros[each]));
    if (micros === null || micros < least) return t('problem.leastBid', { amount: format.money(least) });
    if (micros > MOST.bidMicros) return t('problem.mostBid', { amount: format.money(MOST.bidMicros) });
  };
  const effect = (campaigns: readonly Chosen[], change: AmountChange) => {
    const ranges = bidRanges(campaigns, change);
    if (!ranges) return null;
    const key = ranges.length === 1 ? 'campaignList.bid.effect' : 'campaignList.bid.effectOf';
    return ranges
      .map(({ pricing, count, before, after }) =>
        t(key, { pricing, count, before: range(before), after: range(after) }),
      )
      .join('\n');
  };
  return (
    <AmountDialog
      {...props}
      calls={{ words: 'bid', set, undo }}
      isSending={isLoading}
      label={only ? t('edit.bidUnit', { pricing: only }) : t('campaignList.bid.amount')}
      digits={BID_DIGITS[1]}
      per={only}
      note={only ? null : t('campaignList.bid.mixed')}
      checkAmount={checkAmount}
      effect={effect}
    />
  );
}
