import type { CreditLine } from '@ezdash/contracts';
import { useLivePolling } from '@ezdash/store';
import {
  Button,
  EmptyState,
  IconPlus,
  NoDateRange,
  PageHeader,
  Panel,
  TableSkeleton,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreditDrawer, type CreditTask } from '../features/money/credit/CreditDrawer';
import { CreditTable } from '../features/money/credit/CreditTable';
import { overdueOf } from '../features/money/credit/creditStates';
import { MONEY_POLL_MS, useDebugCreditLinesQuery } from '../features/money/money.api';
import { QueryFailed } from '../features/money/QueryFailed';

function Lead({ lines }: { lines: readonly CreditLine[] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const sum = (pick: (line: CreditLine) => number) => lines.reduce((all, line) => all + pick(line), 0);
  const overdue = sum(overdueOf);
  return (
    <>
      <span>{t('money.credit.owedOf', { amount: format.money(sum((line) => line.owed_micros)) })}</span>
      <span>
        {overdue > 0
          ? t('money.credit.overdueOf', { amount: format.money(overdue) })
          : t('money.credit.noneOverdue')}
      </span>
    </>
  );
}

/** Credit lines of advertisers: limits, debts and their age. */
export function CreditPage() {
  const { t } = useTranslation('debug');
  const title = t('page.credit');
  usePageTitle(title);
  const [task, setTask] = useState<CreditTask | null>(null);
  const polling = useLivePolling(MONEY_POLL_MS);
  const { data, error, isFetching, refetch } = useDebugCreditLinesQuery(undefined, {
    ...polling,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const change = useCallback((line: CreditLine) => setTask({ line }), []);
  const lines = data?.lines;
  const agree = (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setTask({ line: null })}
    >
      {t('money.credit.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={lines && lines.length > 0 ? <Lead lines={lines} /> : null}
        actions={lines && lines.length > 0 ? agree : null}
      />
      <NoDateRange />
      <Panel flush label={title}>
        {lines ? (
          lines.length > 0 ? (
            <CreditTable
              lines={lines}
              onChange={change}
              onPause={(line) => setTask({ line, next: 'paused' })}
            />
          ) : (
            <EmptyState title={t('money.credit.empty')} action={agree}>
              {t('money.credit.emptyText')}
            </EmptyState>
          )
        ) : error ? (
          <QueryFailed
            title={t('money.credit.failed')}
            error={error}
            text={t('money.nothingLost')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <TableSkeleton rows={5} columns={8} />
        )}
      </Panel>
      <CreditDrawer task={task} onClose={() => setTask(null)} />
    </>
  );
}
