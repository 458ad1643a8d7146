import type { Campaign, DateRange } from '@ezdash/contracts';
import { BlockSkeleton, ChoiceMenu, Panel } from '@ezdash/ui';
import { LineChart } from '@ezdash/ui/charts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import { useUtcFormat } from '../form/useUtcFormat';
import { CHART_FIGURES, type ChartFigure, chartPoints } from './chartPoints';
import { useCampaignMetrics } from './useCampaignMetrics';

const HEIGHT = 200;
/** One point is no line. */
const LEAST_POINTS = 2;

interface CampaignChartProps {
  campaign: Campaign;
  /** UTC days. */
  range: DateRange;
}

/** What a campaign spent and got for it: day by day, or hour by hour of a single day. */
export function CampaignChart({ campaign, range }: CampaignChartProps) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const [figure, setFigure] = useState<ChartFigure>('spend_micros');
  const time = range.from === range.to ? 'hour' : 'date';
  const { rows, error, retry, retrying } = useCampaignMetrics(campaign.id, range, time);
  if (error)
    return (
      <LoadError
        title={t('campaign.chart.failed')}
        kept={t('campaign.errorKept')}
        error={error}
        retrying={retrying}
        onRetry={retry}
      />
    );
  const { ticks, values } = chartPoints(range, rows ?? [], figure, Date.now());
  // Where there is nothing to tell, the tiles above say so.
  if (rows && (rows.length === 0 || ticks.length < LEAST_POINTS)) return null;
  const isMoney = figure === 'spend_micros';
  const name = t(`campaign.chart.figure.${figure}`);
  return (
    <Panel
      title={t(`campaign.chart.by.${time}`, { figure: name })}
      hint={t('dashboard.utc')}
      aside={
        <ChoiceMenu
          name={t('campaign.chart.choose')}
          position="bottom-end"
          items={CHART_FIGURES.map((value) => ({ value, label: t(`campaign.chart.figure.${value}`) }))}
          chosen={figure}
          onChoose={setFigure}
        />
      }
    >
      {rows ? (
        <LineChart
          label={t(`campaign.chart.label.${time}`, {
            figure: name,
            from: utc.date(range.from),
            to: utc.date(range.to),
          })}
          tickLabel={t(`campaign.chart.tick.${time}`)}
          ticks={ticks.map((tick) => (time === 'hour' ? utc.time(tick) : utc.date(tick)))}
          area
          height={HEIGHT}
          format={(value) => (isMoney ? utc.money(Math.round(value)) : utc.count(Math.round(value)))}
          axisFormat={(value, step) =>
            isMoney ? utc.compactMoney(Math.round(value), undefined, step) : utc.compact(value)
          }
          leastStep={isMoney ? undefined : 1}
          series={[{ name, color: 'd1', values }]}
        />
      ) : (
        <BlockSkeleton height={HEIGHT} />
      )}
    </Panel>
  );
}
