import type { Campaign, DeliveryFigures, Pricing } from '@ezdash/contracts';
import { decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BidCell, NameCell, type SaveAmount, TodayCell } from './CampaignCells';
import { costPerConversion, shownCtr, shownEcpmMicros, sumFigures } from './deliveryRates';
import { useRejectionReason } from './useStateReason';

function StateCell({ campaign }: { campaign: Campaign }) {
  const reasonOf = useRejectionReason();
  return (
    <Status state={campaign.state} plain stacked reason={reasonOf(campaign.state, campaign.state_reason)} />
  );
}

/**
 * The columns of the list, with the totals of the rows that are shown.
 * @param onSave saves an amount edited in its cell; keep it stable
 */
export function useCampaignColumns(
  rows: readonly Campaign[],
  filtered: boolean,
  onSave: SaveAmount,
): Column<Campaign>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return useMemo(() => {
    const none = t('figure.none');
    const sumOf = (some: readonly Campaign[]) => sumFigures(some.map((campaign) => campaign.figures));
    const sum = sumOf(rows);
    const [only = null, ...others] = new Set(rows.map((campaign) => campaign.pricing));
    const pricingOfAll = others.length === 0 ? only : null;
    const hasCpa = rows.some((campaign) => campaign.pricing === 'CPA');
    // Where nothing was reported and nothing is paid for conversions, spend was for something else.
    const converting = rows.filter(
      ({ pricing, figures: { conversions } }) => pricing === 'CPA' || conversions > 0,
    );
    const money = (micros: number | null) => (micros === null ? none : format.money(micros));
    const texts = {
      spend: ({ spend_micros: spend }: DeliveryFigures) => (spend > 0 ? format.money(spend) : none),
      impressions: ({ impressions }: DeliveryFigures) => (impressions > 0 ? format.count(impressions) : none),
      clicks: ({ clicks }: DeliveryFigures) => (clicks > 0 ? format.count(clicks) : none),
      conversions: ({ conversions }: DeliveryFigures) => (conversions > 0 ? format.count(conversions) : none),
      perConversion: (figures: DeliveryFigures) => money(costPerConversion(figures)),
      ctr: (figures: DeliveryFigures) => {
        const rate = shownCtr(figures);
        return rate === null ? none : format.percent(rate);
      },
      ecpm: (figures: DeliveryFigures, pricing: Pricing | null) => money(shownEcpmMicros(figures, pricing)),
    };
    const figure = (
      key: keyof typeof texts,
      sort: (figures: DeliveryFigures, pricing: Pricing) => number | null,
      csv: (figures: DeliveryFigures, pricing: Pricing) => number | string | null = sort,
      summed: DeliveryFigures = sum,
    ): Column<Campaign> => ({
      key,
      header: t(`campaigns.column.${key}`),
      numeric: true,
      sort: (campaign) => sort(campaign.figures, campaign.pricing),
      csv: (campaign) => csv(campaign.figures, campaign.pricing),
      cell: (campaign) => texts[key](campaign.figures, campaign.pricing),
      total: texts[key](summed, pricingOfAll),
    });
    const decimal = (micros: number | null) => (micros === null ? null : decimalOfMicros(micros));
    const total = filtered ? 'campaigns.totalFiltered' : 'campaigns.total';
    return [
      {
        key: 'name',
        header: t('campaigns.column.name'),
        phone: 'title',
        sort: (campaign) => campaign.name,
        cell: (campaign) => <NameCell campaign={campaign} />,
        total: t(total, { count: rows.length }),
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
      },
      {
        key: 'bid',
        header: t('campaigns.column.bid'),
        numeric: true,
        sort: (campaign) => campaign.bid_micros,
        csv: (campaign) => decimal(campaign.bid_micros),
        cell: (campaign) => <BidCell campaign={campaign} onSave={onSave} />,
      },
      {
        key: 'daily',
        header: t('campaigns.column.daily'),
        numeric: true,
        initiallyHidden: true,
        phone: 'hide',
        sort: (campaign) => campaign.daily_budget_micros,
        csv: (campaign) => decimal(campaign.daily_budget_micros),
        cell: (campaign) => format.money(campaign.daily_budget_micros),
      },
      {
        key: 'today',
        header: t('campaigns.column.today'),
        numeric: true,
        width: 176,
        sort: ({ today }) => today.spend_micros,
        csv: ({ today }) => decimal(today.spend_micros),
        cell: (campaign) => <TodayCell campaign={campaign} onSave={onSave} />,
      },
      figure(
        'spend',
        (figures) => figures.spend_micros,
        (figures) => decimal(figures.spend_micros),
      ),
      figure('impressions', (figures) => figures.impressions),
      figure('ctr', shownCtr),
      figure('clicks', (figures) => figures.clicks),
      figure('conversions', (figures) => figures.conversions),
      {
        ...figure(
          'perConversion',
          costPerConversion,
          (figures) => decimal(costPerConversion(figures)),
          sumOf(converting),
        ),
        initiallyHidden: !hasCpa,
        phone: hasCpa ? undefined : 'hide',
      },
      figure('ecpm', shownEcpmMicros, (figures, pricing) => decimal(shownEcpmMicros(figures, pricing))),
    ];
  }, [rows, filtered, onSave, t, format]);
}
