import type { PublisherFigures, Zone } from '@ezdash/contracts';
import { decimalOfMicros, SlotThumb, Sparkline, Status, sizeText, useFormat } from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigureColumns } from '../figures/useFigureColumns';
import { FloorCell } from './FloorCell';
import { shownState } from './zoneState';

interface ZoneColumnsOptions {
  /** Of the whole set. */
  totals: PublisherFigures;
  zoneCount: number;
  /** Length of the sparkline. */
  dayCount: number;
}

function ZoneName({ zone }: { zone: Zone }) {
  return (
    <span className="ez-name">
      <SlotThumb size={zone} box={36} selected />
      <span>
        <b>
          <bdi>{zone.name}</bdi>
        </b>
        <small>
          <bdi>{sizeText(zone)}</bdi> · <span className="ez-mono">{zone.id}</span>
        </small>
      </span>
    </span>
  );
}

function Trend({ zone }: { zone: Zone }) {
  if (zone.figures.requests === 0) return <span className="ez-dim">–</span>;
  return <Sparkline values={zone.daily_earnings_micros} width={76} height={22} />;
}

/** Columns of the zones table: name with its shape, state, floor to edit in place, figures, the days as a line. */
export function useZoneColumns({ totals, zoneCount, dayCount }: ZoneColumnsOptions): Column<Zone>[] {
  const { t } = useTranslation(['publisher', 'ui']);
  const { locale } = useFormat();
  const figures = useFigureColumns<Zone>(totals);
  return useMemo(() => {
    const first: Column<Zone>[] = [
      {
        key: 'name',
        header: t('zones.name'),
        phone: 'title',
        sort: (zone) => zone.name.toLocaleLowerCase(locale),
        cell: (zone) => <ZoneName zone={zone} />,
        total: t('zones.total', { count: zoneCount }),
        csv: (zone) => zone.name,
      },
      {
        key: 'state',
        header: t('zones.state'),
        phone: 'badge',
        sort: shownState,
        cell: (zone) => <Status state={shownState(zone)} plain stacked reason={zone.state_reason} />,
        csv: (zone) => t(`ui:state.${shownState(zone)}`),
      },
      {
        key: 'floor',
        header: t('zones.floor'),
        numeric: true,
        sort: (zone) => zone.floor_micros,
        cell: (zone) => <FloorCell zone={zone} />,
        csv: (zone) => decimalOfMicros(zone.floor_micros),
      },
    ];
    const trend: Column<Zone> = {
      key: 'trend',
      header: t('zones.trend', { count: dayCount }),
      phone: 'hide',
      cell: (zone) => <Trend zone={zone} />,
    };
    return [...first, ...figures.slice(0, -1), trend, ...figures.slice(-1)];
  }, [t, locale, figures, zoneCount, dayCount]);
}
