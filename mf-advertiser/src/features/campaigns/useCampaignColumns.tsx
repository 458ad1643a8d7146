import type { Campaign, CampaignPage, DeliveryFigures } from '@ezdash/contracts';
import { Status, useFormat } from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BidCell, NameCell, type SaveAmount, TodayCell } from './CampaignCells';
import { costPerConversion, shownCtr, shownEcpmMicros } from './deliveryRates';
import { useRejectionReason } from './useStateReason';

function StateCell({ campaign }: { campaign: Campaign }) {
  const reasonOf = useRejectionReason();
  return (
    <Status state={campaign.state} plain stacked reason={reasonOf(campaign.state, campaign.state_reason)} />
  );
}

type FigureKey = 'spend' | 'impressions' | 'ctr' | 'clicks' | 'conversions' | 'perConversion' | 'ecpm';
type FigureTexts = Record<FigureKey, (figures: DeliveryFigures) => string>;

/** Figures as people read them; what says nothing yet is a dash. */
function useFigureTexts(): FigureTexts {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return useMemo(() => {
    const none = t('figure.none');
    const money = (micros: number | null) => (micros === null ? none : format.money(micros));
    return {
      spend: ({ spend_micros: spend }: DeliveryFigures) => (spend > 0 ? format.money(spend) : none),
      impressions: ({ impressions }: DeliveryFigures) => (impressions > 0 ? format.count(impressions) : none),
      clicks: ({ clicks }: DeliveryFigures) => (clicks > 0 ? format.count(clicks) : none),
      conversions: ({ conversions }: DeliveryFigures) => (conversions > 0 ? format.count(conversions) : none),
      perConversion: (figures: DeliveryFigures) => money(costPerConversion(figures)),
      ctr: (figures: DeliveryFigures) => {
        const rate = shownCtr(figures);
        return rate === null ? none : format.percent(rate);
      },
      ecpm: (figures: DeliveryFigures) => money(shownEcpmMicros(figures)),
    };
  }, [t, format]);
}

/** The foot of the list: sums of all that match, on whatever page they are. */
export function useCampaignTotals(
  page: Pick<CampaignPage, 'total' | 'totals'> | undefined,
  filtered: boolean,
): Record<string, string> {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const texts = useFigureTexts();
  if (!page) return {};
  const { total, totals } = page;
  const { archived } = totals;
  // Where nothing was reported and nothing is paid for conversions, spend was for something else.
  const converting = { ...totals, ...totals.converting };
  const figures = (Object.keys(texts) as FigureKey[]).map((key) => [
    key,
    texts[key](key === 'perConversion' ? converting : totals),
  ]);
  const listed = t(filtered ? 'campaigns.totalFiltered' : 'campaigns.total', { count: total });
  // They are not in the list, and what they spent is in the dashboard and in reports.
  const name =
    !filtered && archived && archived.spend_micros > 0
      ? t('campaigns.totalArchived', {
          listed,
          spend: format.money(archived.spend_micros),
          count: archived.count,
        })
      : listed;
  return { name, ...Object.fromEntries(figures) };
}

/**
 * The columns of the list.
 * @param hasCpa whether a campaign that matches pays for conversions: what one costs has a column then
 * @param onSave saves an amount edited in its cell; keep it stable
 */
export function useCampaignColumns(hasCpa: boolean, onSave: SaveAmount): Column<Campaign>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const texts = useFigureTexts();
  return useMemo(() => {
    const figure = (key: FigureKey, sort: (figures: DeliveryFigures) => number | null): Column<Campaign> => ({
      key,
      header: t(`campaigns.column.${key}`),
      numeric: true,
      sort: (campaign) => sort(campaign.figures),
      cell: (campaign) => texts[key](campaign.figures),
    });
    return [
      {
        key: 'name',
        header: t('campaigns.column.name'),
        phone: 'title',
        sort: (campaign) => campaign.name,
        cell: (campaign) => <NameCell campaign={campaign} />,
        plain: ({ name }) => name,
        width: 250,
      },
      {
        key: 'id',
        header: t('campaigns.column.id'),
        initiallyHidden: true,
        phone: 'hide',
        sort: ({ id }) => id,
        cell: ({ id }) => id,
      },
      {
        key: 'pricing',
        header: t('campaigns.column.pricing'),
        initiallyHidden: true,
        phone: 'hide',
        sort: ({ pricing }) => pricing,
        cell: ({ pricing }) => pricing,
      },
      {
        key: 'state',
        header: t('campaigns.column.state'),
        phone: 'badge',
        width: 168,
        sort: ({ state }) => t(`ui:state.${state}`),
        cell: (campaign) => <StateCell campaign={campaign} />,
        plain: ({ state }) => t(`ui:state.${state}`),
      },
      {
        key: 'bid',
        header: t('campaigns.column.bid'),
        numeric: true,
        sort: (campaign) => campaign.bid_micros,
        cell: (campaign) => <BidCell campaign={campaign} onSave={onSave} />,
        plain: ({ bid_micros: bid }) => format.money(bid, { digits: [2, 4] }),
      },
      {
        key: 'daily',
        header: t('campaigns.column.daily'),
        numeric: true,
        initiallyHidden: true,
        phone: 'hide',
        sort: (campaign) => campaign.daily_budget_micros,
        cell: (campaign) => format.money(campaign.daily_budget_micros),
      },
      {
        key: 'today',
        header: t('campaigns.column.today'),
        numeric: true,
        width: 176,
        sort: ({ today }) => today.spend_micros,
        cell: (campaign) => <TodayCell campaign={campaign} onSave={onSave} />,
        plain: ({ today }) =>
          `${format.money(today.spend_micros)} ${t('pace.ofBudget')} ${format.money(today.budget_micros)}`,
      },
      figure('spend', (figures) => figures.spend_micros),
      figure('impressions', (figures) => figures.impressions),
      figure('ctr', shownCtr),
      figure('clicks', (figures) => figures.clicks),
      figure('conversions', (figures) => figures.conversions),
      {
        ...figure('perConversion', costPerConversion),
        initiallyHidden: !hasCpa,
        phone: hasCpa ? undefined : 'hide',
      },
      figure('ecpm', shownEcpmMicros),
    ];
  }, [hasCpa, onSave, texts, t, format]);
}
