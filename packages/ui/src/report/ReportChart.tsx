import type { ReportFigures } from '@ezdash/contracts';
import { RATE_OF, rateBounds } from '@ezdash/contracts/constants';
import {
  BlockSkeleton,
  Button,
  Checkbox,
  ChoiceItems,
  createFormat,
  digitsOfStep,
  ErrorState,
  IconChevronDown,
  Menu,
  Panel,
  useFormat,
} from '@ezdash/ui';
import { LineChart } from '@ezdash/ui/charts';
import { useMemo } from 'react';
import { boundsTexts } from './boundsTexts';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import {
  digitsOf,
  drawnFigure,
  type FigureName,
  figureText,
  hasBounds,
  isMoney,
  isRate,
} from './reportFigures';
import { drawnOf, figureOf, type ReportState } from './reportState';
import { useChartData } from './useChartData';
import { useKeyText } from './useKeyText';
import type { ReportChange } from './useReport';

const HEIGHT = 236;

const hasSomething = (sums: ReportFigures) =>
  Object.values(sums).some((value) => value !== null && value !== 0);

interface ReportChartProps {
  state: ReportState;
  /** Null until the server has said which days they are. */
  period: { from: string; to: string } | null;
  change: (changed: ReportChange) => void;
}

interface FigureMenuProps {
  chosen: FigureName;
  drawn: readonly FigureName[];
  onChoose: (name: FigureName) => void;
}

function FigureMenu({ chosen, drawn, onChoose }: FigureMenuProps) {
  const { t } = useReportText();
  const label = t(`metricsReport.figure.${chosen}`);
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('metricsReport.chart.choose', { name: label })}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems
          items={drawn.map((value) => ({ value, label: t(`metricsReport.figure.${value}`) }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

/** One figure of the report over its days: its largest values as lines, the rest as one. */
export function ReportChart({ state, period, change }: ReportChartProps) {
  const { t } = useReportText();
  const { locale } = useFormat();
  const format = useMemo(() => createFormat({ locale, timezone: state.timezone }), [locale, state.timezone]);
  const side = useReportSide();
  const { api } = side;
  const errorText = api.useErrorText();
  const keyText = useKeyText(state.timezone);
  const figure = figureOf(state, side);
  const chart = useChartData(state, period);
  const name = t(`metricsReport.figure.${figure}`);
  const group = chart.group ? t(`metricsReport.dimension.${chart.group}`) : null;
  const title = group
    ? t('metricsReport.chart.by', { figure: name, group })
    : t('metricsReport.chart.overTime', { figure: name });
  const known = api.failureOf(chart.error);
  const lineName = (key: string | null, known: string | null) => {
    if (chart.group === null) return name;
    return key === null ? t('metricsReport.other') : keyText(chart.group, key, known);
  };
  const hasBands = hasBounds(figure);
  const isClear = chart.group === null;
  const series = chart.lines.map((line, index) => ({
    name: lineName(line.key, line.name),
    color: `d${index + 1}`,
    values: line.points.map((point) => drawnFigure(point, figure)),
    previous: line.previous?.map((point) => drawnFigure(point, figure)),
    ...(hasBands && { bounds: line.points.map((point) => rateBounds(figure, point)) }),
  }));
  // What is too little for a rate is told at no point; what was known before is drawn all the same.
  const isEmpty = !series.some(({ values, previous = [] }) =>
    [...values, ...previous].some((value) => value !== null),
  );
  // A rate or a cost of too little, rather than of nothing.
  const isUntold = figure in RATE_OF && chart.lines.some(({ points }) => points.some(hasSomething));
  const axis = (value: number, step: number) => {
    if (isMoney(figure)) return format.compactMoney(Math.round(value), undefined, step);
    return isRate(figure) ? format.percent(value, digitsOfStep(step * 100)) : format.compact(value);
  };
  return (
    <Panel
      title={title}
      aside={
        <span className={classes.aside}>
          {hasBands ? (
            <Checkbox
              label={t('metricsReport.chart.bands')}
              checked={state.bands ?? isClear}
              onChange={(event) =>
                change({ bands: event.currentTarget.checked === isClear ? null : !isClear })
              }
            />
          ) : null}
          <FigureMenu
            chosen={figure}
            drawn={drawnOf(state, side)}
            onChoose={(name) => change({ figure: name })}
          />
        </span>
      }
    >
      {known ? (
        <ErrorState title={t('metricsReport.chart.error')} requestId={known.requestId} level={3}>
          {errorText(known)}
        </ErrorState>
      ) : chart.isLoading || isEmpty ? (
        chart.isLoading ? (
          <BlockSkeleton height={HEIGHT} />
        ) : (
          <p className="ez-dim">{t(`metricsReport.chart.${isUntold ? 'few' : 'empty'}`)}</p>
        )
      ) : (
        <LineChart
          label={title}
          height={HEIGHT}
          tickLabel={t(`metricsReport.dimension.${chart.time}`)}
          ticks={chart.ticks.map((tick) => (chart.time === 'hour' ? format.time(tick) : format.date(tick)))}
          format={(value) => figureText(format, figure, isRate(figure) ? value : Math.round(value))}
          formatBounds={(bounds) =>
            t('metricsReport.interval', boundsTexts(format, bounds, digitsOf(figure, [])))
          }
          axisFormat={axis}
          leastStep={isMoney(figure) || isRate(figure) ? undefined : 1}
          bands={state.bands ?? isClear}
          series={series}
        />
      )}
    </Panel>
  );
}
