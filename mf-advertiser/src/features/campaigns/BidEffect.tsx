import type { Campaign, CampaignEstimate } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { toEstimateRequest } from '../estimate/toEstimateRequest';
import { useEstimate } from '../estimate/useEstimate';
import { toCampaignForm } from '../form/campaignForm';

const MILLION = 1_000_000;
/** A higher bid is told of when it wins at least so much more. */
const WORTH_TELLING_PPM = 20_000;

/** The next bid that would win noticeably more; null where none would. */
function nextStep({ ladder }: CampaignEstimate, bidMicros: number, sharePpm: number) {
  return (
    ladder.find(
      ({ bid_micros: bid, share_ppm: share }) => bid > bidMicros && share >= sharePpm + WORTH_TELLING_PPM,
    ) ?? null
  );
}

interface BidEffectProps {
  campaign: Campaign;
  bidMicros: number;
  /** Said while nothing is known of what bids win. */
  fallback: string | null;
}

/** What a bid would win of the auctions that its campaign may take part in, and what the next higher one would. */
export function BidEffect({ campaign, bidMicros, fallback }: BidEffectProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const form = { ...toCampaignForm(campaign), bid_micros: bidMicros };
  const images = campaign.creatives.map(({ image }) => image);
  const { data, isOld, error } = useEstimate(toEstimateRequest(form, {}, images, campaign.id));
  if (error || !data?.bid || isOld) return fallback;
  const money = (micros: number) => format.money(micros, { digits: [2, 4] });
  const share = (ppm: number) => format.percent(ppm / MILLION, 0);
  const next = nextStep(data, bidMicros, data.bid.share_ppm);
  const wins = t('edit.bidWins', { bid: money(bidMicros), share: share(data.bid.share_ppm) });
  const more = next && t('edit.bidNext', { bid: money(next.bid_micros), share: share(next.share_ppm) });
  return [wins, more].filter(Boolean).join(' ');
}
