import { CAMPAIGN_CSV_FIELDS, CAMPAIGN_CSV_FIGURES, type Campaign } from '@ezdash/contracts';
import { type CsvCell, csvFile } from '../../../platform/csv';
import { amountText, CSV_COLUMNS } from './csvFields';

type Figure = (typeof CAMPAIGN_CSV_FIGURES)[number];

const FIGURES: Readonly<Record<Figure, (campaign: Campaign) => CsvCell>> = {
  state: ({ state }) => state,
  spend_today: ({ today }) => amountText(today.spend_micros),
  spend: ({ figures }) => amountText(figures.spend_micros),
  impressions: ({ figures }) => figures.impressions,
  viewables: ({ figures }) => figures.viewables,
  clicks: ({ figures }) => figures.clicks,
  conversions: ({ figures }) => figures.conversions,
};

async function* rowsOf(pages: AsyncIterable<readonly Campaign[]>): AsyncGenerator<CsvCell[][]> {
  for await (const campaigns of pages)
    yield campaigns.map((campaign) => [
      campaign.id,
      ...CAMPAIGN_CSV_FIELDS.map((field) => CSV_COLUMNS[field].write(campaign)),
      ...CAMPAIGN_CSV_FIGURES.map((figure) => FIGURES[figure](campaign)),
    ]);
}

/** The campaigns as a file that can be changed and brought in again, a page at a time. Amounts are in US dollars. */
export const campaignsCsv = (pages: AsyncIterable<readonly Campaign[]>): AsyncGenerator<string> =>
  csvFile(['id', ...CAMPAIGN_CSV_FIELDS, ...CAMPAIGN_CSV_FIGURES], rowsOf(pages));
