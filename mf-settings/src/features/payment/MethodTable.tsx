import type { PaymentMethod } from '@ezdash/contracts';
import { Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { expiryText, methodName } from './methodName';
import classes from './payment.module.css';

interface MethodTableProps {
  methods: readonly PaymentMethod[];
  onDefault: (method: PaymentMethod) => void;
  onRemove: (method: PaymentMethod) => void;
  empty: ReactNode;
}

const rowId = ({ id }: PaymentMethod) => id;

function useColumns(cards: boolean): Column<PaymentMethod>[] {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return useMemo(() => {
    const expires: Column<PaymentMethod> = {
      key: 'expires',
      header: t('payment.expires'),
      cell: ({ expires: until, expired }) => {
        if (!until) return '–';
        return expired ? (
          <Status state="expired" plain stacked reason={expiryText(until)} />
        ) : (
          expiryText(until)
        );
      },
    };
    return [
      {
        key: 'method',
        header: t('payment.method'),
        phone: 'title',
        cell: (method) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{methodName(method, t)}</bdi>
                {method.is_default ? <span className={classes.default}>{t('payment.default')}</span> : null}
              </b>
              <small>{t(`gateway.${method.gateway}`, method.gateway)}</small>
            </span>
          </span>
        ),
      },
      ...(cards ? [expires] : []),
      {
        key: 'added',
        header: t('payment.added'),
        cell: ({ created_at }) => format.date(created_at),
      },
    ];
  }, [t, format, cards]);
}

/** What is kept at the gateways: the default first. */
export function MethodTable({ methods, onDefault, onRemove, empty }: MethodTableProps) {
  const { t } = useTranslation('settings');
  const columns = useColumns(methods.some(({ kind }) => kind === 'card'));
  const rowName = useCallback((method: PaymentMethod) => methodName(method, t), [t]);
  const actions = (method: PaymentMethod): readonly RowAction[] => [
    ...(method.is_default
      ? []
      : [{ id: 'default', label: t('payment.makeDefault'), onSelect: () => onDefault(method) }]),
    { id: 'remove', label: t('payment.remove'), danger: true, onSelect: () => onRemove(method) },
  ];
  return (
    <DataTable
      label={t('payment.list')}
      rows={methods}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      actions={actions}
      empty={empty}
    />
  );
}
