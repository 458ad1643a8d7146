import type { OperatorPromoCode } from '@ezdash/contracts';
import {
  Button,
  EmptyState,
  Notice,
  PaceBar,
  SegmentedControl,
  Status,
  toast,
  useCopy,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import money from '../money/money.module.css';
import styles from './promo.module.css';
import { PROMO_STATES, promoState, SHOWN_AS } from './promoState';
import { valuesOf } from './promoValues';
import { usePromoSentence } from './usePromoSentence';

const rowId = ({ id }: OperatorPromoCode) => id;
const rowName = ({ code }: OperatorPromoCode) => code;
const none = <span className="ez-dim">–</span>;
const FILTERS = ['all', 'usable', 'ended'] as const;
type Filter = (typeof FILTERS)[number];

function useColumns(onOpen: (promo: OperatorPromoCode) => void): Column<OperatorPromoCode>[] {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const { gives } = usePromoSentence();
  return useMemo(
    () => [
      {
        key: 'code',
        header: t('promo.code'),
        phone: 'title',
        sort: ({ code }) => code,
        cell: (promo) => (
          <span className="ez-name">
            <span>
              <button type="button" className={styles.open} onClick={() => onOpen(promo)}>
                {promo.code}
              </button>
              <small>
                <bdi>{promo.name}</bdi>
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('promo.state'),
        phone: 'badge',
        sort: (promo) => PROMO_STATES.indexOf(promoState(promo)),
        cell: (promo) => (
          <Status
            state={SHOWN_AS[promoState(promo)]}
            plain
            stacked
            reason={promo.is_public ? t('promo.listed') : null}
          />
        ),
      },
      {
        key: 'gives',
        header: t('promo.gives'),
        sort: ({ discount_value: value }) => value,
        cell: (promo) => <span className={styles.gives}>{gives(valuesOf(promo))}</span>,
      },
      {
        key: 'used',
        header: t('promo.used'),
        numeric: true,
        sort: ({ usage_count: count }) => count,
        cell: ({ code, usage_count: count, usage_limit: limit }) => (
          <span className={styles.used}>
            <span className="ez-num">
              {limit === null
                ? format.count(count)
                : t('promo.usedOf', { count: format.count(count), limit: format.count(limit) })}
            </span>
            {limit === null ? null : <PaceBar spent={count / limit} label={code} />}
          </span>
        ),
      },
      {
        key: 'until',
        header: t('promo.validUntil'),
        numeric: true,
        sort: ({ valid_until: until }) => until,
        cell: ({ valid_until: until }) =>
          until === null ? none : <span className="ez-num">{format.dateTime(until)}</span>,
      },
      {
        key: 'given',
        header: t('promo.given'),
        numeric: true,
        sort: ({ given_micros: micros }) => micros,
        cell: ({ given_micros: micros }) => (micros === 0 ? none : format.money(micros)),
      },
    ],
    [t, format, gives, onOpen],
  );
}

const isShown = (promo: OperatorPromoCode, filter: Filter): boolean => {
  const state = promoState(promo);
  const isUsable = state === 'usable' || state === 'scheduled';
  return filter === 'all' || (filter === 'usable') === isUsable;
};

interface PromoTableProps {
  promos: readonly OperatorPromoCode[];
  onOpen: (promo: OperatorPromoCode) => void;
  onSwitch: (promo: OperatorPromoCode, isActive: boolean) => void;
}

/** All promo codes, the newest first. */
export function PromoTable({ promos, onOpen, onSwitch }: PromoTableProps) {
  const { t } = useTranslation('debug');
  const [filter, setFilter] = useState<Filter>('all');
  const columns = useColumns(onOpen);
  const { copy } = useCopy(t('promo.code'));
  const [uncopied, setUncopied] = useState<string | null>(null);
  const rows = useMemo(() => promos.filter((promo) => isShown(promo, filter)), [promos, filter]);
  const actions = (promo: OperatorPromoCode): RowAction[] => [
    { id: 'change', label: t('promo.change'), onSelect: () => onOpen(promo) },
    {
      id: 'copy',
      label: t('promo.copy'),
      onSelect: () =>
        void copy(promo.code).then((isCopied) => {
          setUncopied(isCopied ? null : promo.code);
          if (isCopied) toast({ text: t('promo.copied', { code: promo.code }) });
        }),
    },
    promo.is_active
      ? { id: 'off', label: t('promo.deactivate'), onSelect: () => onSwitch(promo, false) }
      : { id: 'on', label: t('promo.activate'), onSelect: () => onSwitch(promo, true) },
  ];
  return (
    <>
      <div role="status" className={uncopied === null ? undefined : money.inPanel}>
        {uncopied === null ? null : (
          <Notice tone="bad" title={t('promo.notCopied', { code: uncopied })}>
            {t('promo.notCopiedText')}
          </Notice>
        )}
      </div>
      <DataTable
        label={t('promo.table')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        toolbar={
          <SegmentedControl
            aria-label={t('promo.filter')}
            value={filter}
            onChange={(value) => setFilter(value as Filter)}
            data={FILTERS.map((value) => ({ value, label: t(`promo.filters.${value}`) }))}
          />
        }
        empty={
          <EmptyState
            title={t('promo.noneMatch')}
            action={
              <Button variant="default" onClick={() => setFilter('all')}>
                {t('promo.showAll')}
              </Button>
            }
          />
        }
      />
    </>
  );
}
