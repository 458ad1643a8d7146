import type { DeadLetterList } from '@ezdash/contracts';
import { BusyButton, useFormat } from '@ezdash/ui';
import { type Column, DataTable, Select } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../money.module.css';
import type { DeadLetter } from './useReplay';

const rowId = ({ queue, id }: DeadLetter) => `${queue} ${id}`;
const rowName = ({ queue, id }: DeadLetter) => `${queue} ${id}`;

function useColumns(onOpen: (letter: DeadLetter) => void): Column<DeadLetter>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'job',
        header: t('money.dead.job'),
        phone: 'title',
        sort: ({ queue }) => queue,
        cell: (letter) => (
          <span className={styles.account}>
            <button type="button" className={styles.open} onClick={() => onOpen(letter)}>
              <bdi>{letter.queue}</bdi>
            </button>
            <small className="ez-mono">{letter.id}</small>
          </span>
        ),
      },
      {
        key: 'reason',
        header: t('money.dead.reason'),
        cell: ({ reason }) => <bdi className={styles.reason}>{reason}</bdi>,
        csv: ({ reason }) => reason,
      },
      {
        key: 'failedAt',
        header: t('money.dead.failedAt', { zone: format.timezone }),
        sort: ({ failed_at: at }) => at,
        cell: ({ failed_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
      },
    ],
    [t, format, onOpen],
  );
}

interface DeadLetterTableProps {
  letters: readonly DeadLetter[];
  queues: DeadLetterList['queues'];
  queue: string | null;
  onQueue: (queue: string | null) => void;
  busy: boolean;
  onOpen: (letter: DeadLetter) => void;
  onReplay: (letters: readonly DeadLetter[]) => Promise<boolean>;
}

/** Jobs that failed for good, of all queues or one. Give it the queue as key: what is selected belongs to what is shown. */
export function DeadLetterTable(props: DeadLetterTableProps) {
  const { letters, queues, queue, onQueue, busy, onOpen, onReplay } = props;
  const { t } = useTranslation('debug');
  const format = useFormat();
  const columns = useColumns(onOpen);
  return (
    <div className={styles.rows}>
      <DataTable
        label={t('money.dead.jobs')}
        rows={letters}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        initialSort={{ key: 'failedAt', direction: 'descending' }}
        bulk={(chosen, clear) => (
          <BusyButton busy={busy} onClick={() => void onReplay(chosen).then((done) => done && clear())}>
            {t('money.dead.replayChosen', { count: chosen.length })}
          </BusyButton>
        )}
        actions={(letter) => [
          { id: 'open', label: t('money.dead.look'), onSelect: () => onOpen(letter) },
          { id: 'replay', label: t('money.dead.replay'), onSelect: () => void onReplay([letter]) },
        ]}
        toolbar={
          <Select
            aria-label={t('money.dead.queue')}
            placeholder={t('money.dead.allQueues')}
            data={queues.map(({ queue: value, dead }) => ({
              value,
              label: t('money.dead.queueOf', { queue: value, figure: format.count(dead) }),
            }))}
            value={queue}
            clearable
            onChange={onQueue}
          />
        }
      />
    </div>
  );
}
