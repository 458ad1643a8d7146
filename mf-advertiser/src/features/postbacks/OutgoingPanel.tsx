import type { OutgoingPostback } from '@ezdash/contracts';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Panel,
  Status,
  TableSkeleton,
  useConfirm,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useFailureText } from '../../components/useFailureText';
import { OutgoingForm } from './OutgoingForm';
import {
  usePostbacksOutgoingQuery,
  usePostbacksRemoveOutgoingMutation,
  usePostbacksRenewSecretMutation,
  usePostbacksUpdateOutgoingMutation,
} from './postbacks.api';
import classes from './postbacks.module.css';
import { SecretDialog } from './SecretDialog';

const POLL_MS = 10_000;

const idOf = ({ id }: OutgoingPostback) => id;
const nameOf = ({ name }: OutgoingPostback) => name;

function useColumns(): Column<OutgoingPostback>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('postbacks.outgoing.name'),
        phone: 'title',
        sort: ({ name }) => name,
        cell: ({ name, url, method }) => (
          <span className={classes.name}>
            <bdi>{name}</bdi>
            <small className="ez-mono" dir="ltr">
              {method} {url}
            </small>
          </span>
        ),
      },
      {
        key: 'events',
        header: t('postbacks.outgoing.events'),
        cell: ({ events }) => events.map((event) => t(`postbacks.status.${event}`)).join(', '),
      },
      {
        key: 'waiting',
        header: t('postbacks.outgoing.waiting'),
        numeric: true,
        sort: ({ waiting }) => waiting,
        cell: ({ waiting }) => format.count(waiting),
      },
      {
        key: 'dead',
        header: t('postbacks.outgoing.dead'),
        numeric: true,
        sort: ({ dead }) => dead,
        cell: ({ dead }) => format.count(dead),
      },
      {
        key: 'state',
        header: t('postbacks.goal.state'),
        phone: 'badge',
        cell: ({ state, rests_until: until }) =>
          until ? (
            <Status
              plain
              stacked
              state="waiting"
              label={t('postbacks.outgoing.rests')}
              reason={t('postbacks.outgoing.restsUntil', { time: format.dateTime(until) })}
            />
          ) : (
            <Status plain state={state} />
          ),
      },
    ],
    [t, format],
  );
}

/** Where conversions are told on. */
export function OutgoingPanel() {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const failureText = useFailureText();
  const confirm = useConfirm();
  const query = usePostbacksOutgoingQuery(undefined, useLivePolling(POLL_MS));
  const [update, { error: updateError }] = usePostbacksUpdateOutgoingMutation();
  const [remove, { error: removeError }] = usePostbacksRemoveOutgoingMutation();
  const [renew, { error: renewError }] = usePostbacksRenewSecretMutation();
  const [editing, setEditing] = useState<OutgoingPostback | 'new' | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const columns = useColumns();
  const rows = query.data?.outgoing;
  const failure = toApiError(query.error);
  const refusal = toApiError(updateError ?? removeError ?? renewError);

  async function askRemove({ id, name, waiting, dead }: OutgoingPostback) {
    const agreed = await confirm({
      title: t('postbacks.outgoing.removeTitle', { name }),
      text: t('postbacks.outgoing.removeText', { waiting, dead }),
      verb: t('postbacks.outgoing.remove'),
      danger: true,
    });
    if (agreed) void remove(id);
  }
  async function askRenew({ id, name }: OutgoingPostback) {
    const agreed = await confirm({
      title: t('postbacks.outgoing.renewTitle', { name }),
      text: t('postbacks.outgoing.renewText'),
      verb: t('postbacks.outgoing.renew'),
    });
    if (!agreed) return;
    const answer = await renew(id);
    if (answer.data) setSecret({ name, secret: answer.data.secret });
  }
  const add = (
    <Button variant="default" onClick={() => setEditing('new')}>
      {t('postbacks.outgoing.new')}
    </Button>
  );
  return (
    <Panel title={t('postbacks.outgoing.title')} flush aside={rows && rows.length > 0 ? add : undefined}>
      {refusal ? <Notice tone="bad">{failureText(refusal)}</Notice> : null}
      {rows ? (
        <DataTable
          label={t('postbacks.outgoing.title')}
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          actions={(row) => [
            { id: 'edit', label: t('postbacks.goal.change'), onSelect: () => setEditing(row) },
            {
              id: 'state',
              label: t(row.state === 'active' ? 'postbacks.outgoing.pause' : 'postbacks.outgoing.resume'),
              onSelect: () =>
                void update({
                  id: row.id,
                  changes: { state: row.state === 'active' ? 'paused' : 'active' },
                }),
            },
            { id: 'secret', label: t('postbacks.outgoing.renew'), onSelect: () => void askRenew(row) },
            {
              id: 'remove',
              label: t('postbacks.outgoing.remove'),
              danger: true,
              onSelect: () => void askRemove(row),
            },
          ]}
          empty={
            <EmptyState title={t('postbacks.empty.outgoing')} action={add}>
              {t('postbacks.empty.outgoingText')}
            </EmptyState>
          }
        />
      ) : null}
      {!rows && failure ? (
        <ErrorState
          title={t('postbacks.failed.outgoing')}
          requestId={failure.requestId}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {errorText(failure)}
        </ErrorState>
      ) : null}
      {!rows && !failure ? <TableSkeleton rows={3} columns={5} /> : null}
      {editing ? (
        <OutgoingForm
          outgoing={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(made) => {
            setEditing(null);
            setSecret({ name: made.name, secret: made.secret });
          }}
        />
      ) : null}
      {secret ? (
        <SecretDialog
          title={t('postbacks.outgoing.secretTitle', { name: secret.name })}
          text={t('postbacks.outgoing.secretText')}
          codes={[{ label: t('postbacks.outgoing.secret'), code: secret.secret, language: '' }]}
          onClose={() => setSecret(null)}
        />
      ) : null}
    </Panel>
  );
}
