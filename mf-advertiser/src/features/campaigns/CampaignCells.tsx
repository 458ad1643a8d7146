import type { Campaign } from '@ezdash/contracts';
import { checkBidAmount, LEAST, MOST } from '@ezdash/contracts/constants';
import {
  AppLink,
  creativePicture,
  creativeShape,
  InlineMoney,
  PaceBar,
  SlotThumb,
  sizeText,
  useFormat,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { eventsFor } from '../wizard/budgetReach';
import { BidEffect } from './BidEffect';
import classes from './campaigns.module.css';

const THUMB = 30;
/** A bid may be a fraction of a cent. */
export const BID_DIGITS = [2, 4] as const;
const MEDIUM = { width: 300, height: 250 };

export type SaveAmount = (
  campaign: Campaign,
  field: 'bid_micros' | 'daily_budget_micros',
  amountMicros: number,
) => Promise<void>;

/** The sizes and formats of a campaign's creatives in a few characters: one, or how many. */
export function useSizes(): (campaign: Campaign) => string {
  const { t } = useTranslation(['advertiser', 'ui']);
  return ({ creatives }) => {
    const sizes = new Set(
      creatives.map(({ image }) => (image.width > 0 ? sizeText(image) : t(`ui:format.${image.format}`))),
    );
    const [only] = sizes;
    if (!only) return t('campaigns.noImage');
    return sizes.size === 1 ? only : t('campaigns.sizes', { count: sizes.size });
  };
}

/** Thumbnail, name, and the facts that tell campaigns of one name apart. */
export function NameCell({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const sizesOf = useSizes();
  const image = campaign.creatives[0]?.image;
  return (
    <span className={`ez-name ${classes.name}`}>
      <SlotThumb
        size={image ? creativeShape(image) : MEDIUM}
        image={image ? creativePicture(image) : null}
        box={THUMB}
      />
      <span>
        <AppLink href={`/advertiser/campaigns/${campaign.id}`}>
          <bdi>{campaign.name}</bdi>
        </AppLink>
        <small>
          {t('campaigns.facts', { pricing: campaign.pricing, size: sizesOf(campaign), id: campaign.id })}
        </small>
      </span>
    </span>
  );
}

/** What a day's budget buys at a bid, said while the amount is typed. */
function useEffectText() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return ({ pricing }: Campaign, dailyMicros: number, bidMicros: number) => {
    const events = eventsFor(dailyMicros, bidMicros, pricing);
    return events === null
      ? null
      : t(`edit.effect${pricing}`, { count: events, amount: format.count(events) });
  };
}

interface AmountCellProps {
  campaign: Campaign;
  onSave: SaveAmount;
}

/** The bid, edited where it stands. An archived campaign's is only read. */
export function BidCell({ campaign, onSave }: AmountCellProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const effectText = useEffectText();
  const { name, pricing, bid_micros: bid } = campaign;
  if (campaign.state === 'archived') return format.money(bid, { digits: BID_DIGITS });
  const check = (micros: number) => {
    if (micros > MOST.bidMicros) return t('problem.mostBid', { amount: format.money(MOST.bidMicros) });
    const problem = checkBidAmount({ ...campaign, bid_micros: micros });
    if (!problem) return;
    const amount = format.money(problem.micros);
    return problem.code === 'least'
      ? t('problem.leastBid', { amount })
      : t(`problem.bidOver${pricing}`, { amount });
  };
  return (
    <InlineMoney
      label={t('edit.bidName', { name })}
      fieldLabel={t('edit.bidUnit', { pricing })}
      micros={bid}
      digits={BID_DIGITS}
      inputDigits={BID_DIGITS[1]}
      per={pricing}
      check={check}
      // A bid that would not be taken promises nothing.
      effect={(micros) =>
        check(micros) === undefined ? (
          <BidEffect
            campaign={campaign}
            bidMicros={micros}
            fallback={effectText(campaign, campaign.daily_budget_micros, micros)}
          />
        ) : null
      }
      onSave={(micros) => onSave(campaign, 'bid_micros', micros)}
    />
  );
}

/** Spent of today's budget, with the budget edited where it stands. */
export function TodayCell({ campaign, onSave }: AmountCellProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const effectText = useEffectText();
  const { name, pricing, today, total_budget_micros: total } = campaign;
  const check = (micros: number) => {
    const least = LEAST.dailyBudgetMicros;
    if (micros < least) return t('problem.leastDaily', { amount: format.money(least) });
    if (micros > MOST.budgetMicros)
      return t('problem.mostBudget', { amount: format.money(MOST.budgetMicros) });
    if (checkBidAmount({ ...campaign, daily_budget_micros: micros })?.code === 'daily')
      return t(`problem.bidOver${pricing}`, { amount: format.money(micros) });
    if (total !== null && micros > total) return t('problem.dailyOverTotal', { amount: format.money(total) });
  };
  const budget =
    campaign.state === 'archived' ? (
      format.money(today.budget_micros)
    ) : (
      <InlineMoney
        label={t('edit.dailyName', { name })}
        fieldLabel={t('edit.dailyUnit')}
        micros={today.budget_micros}
        check={check}
        effect={(micros) => effectText(campaign, micros, campaign.bid_micros)}
        onSave={(micros) => onSave(campaign, 'daily_budget_micros', micros)}
      />
    );
  const share = today.budget_micros > 0 ? today.spend_micros / today.budget_micros : 0;
  return (
    <span className={classes.today}>
      <span className={classes.sum}>
        <span>{format.money(today.spend_micros)}</span>
        <span className={classes.quiet}>{t('pace.ofBudget')}</span>
        {budget}
      </span>
      <PaceBar spent={share} due={today.due || undefined} label={name} />
    </span>
  );
}
