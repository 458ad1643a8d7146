import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  Button,
  EmptyState,
  IconArchive,
  IconCode,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  SegmentedControl,
  useFormat,
} from '@ezdash/ui';
import { DataTable, type RowAction } from '@ezdash/ui/data';
import { createElement, use, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../components/FilterInput';
import { sumFigures } from '../figures/sumFigures';
import { useZoneChange, ZoneProblemContext } from './useZoneChange';
import { useZoneColumns } from './useZoneColumns';
import styles from './zones.module.css';

interface ZonesTableProps {
  /** Of one property, archived ones too. */
  zones: readonly Zone[];
  leftOut: PropertyDetail['archived_left_out'];
  /** The property's name, for the table's and the file's. */
  name: string;
  dayCount: number;
  onTag: (zone: Zone) => void;
  onEdit: (zone: Zone) => void;
}

/** What its publisher can make of a zone. */
type OwnState = Exclude<Zone['state'], 'stopped'>;
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
const ICONS = {
  resume: IconPlayerPlay,
  pause: IconPlayerPause,
  archive: IconArchive,
  restore: IconRefresh,
};
const rowId = (zone: Zone) => zone.id;
const rowName = (zone: Zone) => zone.name;

/** What can be done to a zone from its row, the tag first. */
function useRowActions({ onTag, onEdit }: Pick<ZonesTableProps, 'onTag' | 'onEdit'>) {
  const { t } = useTranslation('publisher');
  const change = useZoneChange();
  const tell = use(ZoneProblemContext);
  const move = async (zone: Zone, state: OwnState) => {
    try {
      await change(zone, { state }, t(`zones.done.${state}`, { name: zone.name }));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error) tell({ name: zone.name, error });
    }
  };
  return (zone: Zone): RowAction[] => {
    const to = (id: keyof typeof ICONS, state: OwnState, danger?: boolean): RowAction => ({
      id,
      label: t(`zones.${id}`),
      icon: createElement(ICONS[id], icon),
      danger,
      onSelect: () => void move(zone, state),
    });
    if (zone.state === 'archived') return [to('restore', 'active')];
    return [
      { id: 'tag', label: t('zones.tag'), icon: <IconCode {...icon} />, onSelect: () => onTag(zone) },
      { id: 'edit', label: t('zones.edit'), icon: <IconPencil {...icon} />, onSelect: () => onEdit(zone) },
      ...(zone.state === 'stopped'
        ? []
        : [zone.state === 'paused' ? to('resume', 'active') : to('pause', 'paused')]),
      to('archive', 'archived', true),
    ];
  };
}

interface ToolbarProps {
  filter: string;
  onFilter: (text: string) => void;
  isArchive: boolean;
  onArchive: (isArchive: boolean) => void;
  hasArchived: boolean;
}

function Toolbar({ filter, onFilter, isArchive, onArchive, hasArchived }: ToolbarProps) {
  const { t } = useTranslation('publisher');
  return (
    <>
      {hasArchived || isArchive ? (
        <SegmentedControl
          aria-label={t('zones.show')}
          value={isArchive ? 'archived' : 'inUse'}
          onChange={(value) => onArchive(value === 'archived')}
          data={[
            { value: 'inUse', label: t('zones.inUse') },
            { value: 'archived', label: t('zones.archived') },
          ]}
        />
      ) : null}
      <FilterInput label={t('zones.filter')} value={filter} onChange={onFilter} />
    </>
  );
}

/** The archived zones that are too many to be listed one by one. */
function LeftOut({ count, figures }: NonNullable<PropertyDetail['archived_left_out']>) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { requests, earnings_micros } = figures;
  return (
    <p className={styles.leftOut}>
      {t('zones.leftOut', {
        count,
        formatted: format.count(count),
        requests: format.count(requests),
        earned: format.money(earnings_micros),
      })}
    </p>
  );
}

/** Zones with their figures; the archived ones behind a switch. */
export function ZonesTable({ zones, leftOut, name, dayCount, onTag, onEdit }: ZonesTableProps) {
  const { t } = useTranslation('publisher');
  const [filter, setFilter] = useState('');
  const [isArchive, setArchive] = useState(false);
  const set = useMemo(
    () => zones.filter((zone) => (zone.state === 'archived') === isArchive),
    [zones, isArchive],
  );
  const rows = useMemo(() => {
    const wanted = filter.trim().toLocaleLowerCase();
    return set.filter((zone) =>
      `${zone.name} ${zone.id} ${zone.width}×${zone.height} ${zone.width}x${zone.height}`
        .toLocaleLowerCase()
        .includes(wanted),
    );
  }, [set, filter]);
  const totals = useMemo(() => sumFigures(rows.map((zone) => zone.figures)), [rows]);
  const columns = useZoneColumns({ totals, zoneCount: rows.length, dayCount });
  const actions = useRowActions({ onTag, onEdit });
  const nothing =
    filter === '' ? (
      <EmptyState title={t(isArchive ? 'zones.noArchived' : 'zones.allArchived')} level={3} />
    ) : (
      <EmptyState
        title={t('zones.noMatch')}
        level={3}
        action={
          <Button variant="default" onClick={() => setFilter('')}>
            {t('zones.clear')}
          </Button>
        }
      />
    );
  const table = (
    <DataTable
      label={t('zones.table', { name })}
      rows={rows}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      initialSort={{ key: 'earned', direction: 'descending' }}
      actions={actions}
      csvName={`zones-${name}`}
      picker
      toolbar={
        <Toolbar
          filter={filter}
          onFilter={setFilter}
          isArchive={isArchive}
          onArchive={setArchive}
          hasArchived={zones.some((zone) => zone.state === 'archived')}
        />
      }
      empty={nothing}
    />
  );
  return (
    <>
      {table}
      {isArchive && leftOut ? <LeftOut {...leftOut} /> : null}
    </>
  );
}
