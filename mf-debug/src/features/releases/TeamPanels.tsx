import type { RemoteTeam } from '@ezdash/contracts';
import { publicId, rowId } from '@ezdash/contracts/constants';
import { AppLink, Button, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../console/console.api';
import { TakeBackButton } from '../console/TakeBackButton';
import { useTakingBack } from '../console/useTakingBack';
import { MoneyFailure } from '../money/MoneyFailure';
import { QueryFailed } from '../money/QueryFailed';
import { AddMemberDialog } from './AddMemberDialog';
import {
  useDebugRemoteTeamQuery,
  useDebugRemoveMemberMutation,
  useDebugRevokeOverrideMutation,
} from './releases.api';
import styles from './releases.module.css';

type Member = Omit<RemoteTeam['members'][number], 'id'> & { id: number };
type Override = RemoteTeam['overrides'][number];

interface ListProps<Row> {
  remote: string;
  rows: readonly Row[];
  onFailure: (error: unknown) => void;
}

/** Rows of a list that stand open: releases and their history follow below it. */
const SHOWN = 8;

interface ItemsProps<Row> {
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

/** A list whose later rows are folded. */
function Items<Row extends { id: number }>({ rows, children }: ItemsProps<Row>) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const list = (some: readonly Row[]) => (
    <ul className={styles.items}>
      {some.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
  const rest = rows.slice(SHOWN);
  return (
    <>
      {list(rows.slice(0, SHOWN))}
      {rest.length > 0 ? (
        <details className={`${styles.folded} ${styles.rest}`}>
          <summary>
            {t('releases.team.more', { count: rest.length, figure: format.count(rest.length) })}
          </summary>
          {list(rest)}
        </details>
      ) : null}
    </>
  );
}

/** Takes people off the team, after a question. */
function Members({ remote, rows, onFailure }: ListProps<Member>) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [remove] = useDebugRemoveMemberMutation();
  const wordsOf = useCallback(
    ({ email }: Member) => ({
      title: t('releases.team.removeAsk', { email, remote }),
      text: t('releases.team.removeText'),
      verb: t('releases.team.remove'),
      danger: true,
      done: t('releases.team.removed', { email }),
    }),
    [t, remote],
  );
  const act = useCallback(
    (id: number) => remove({ remote, id: publicId('user', id) }).unwrap(),
    [remove, remote],
  );
  const { ask, busyId } = useTakingBack({ wordsOf, act, onFailure });
  if (rows.length === 0) return <p className={styles.noItems}>{t('releases.team.none')}</p>;
  return (
    <Items rows={rows}>
      {(member) => (
        <>
          <div>
            <AppLink className="ez-link" href={`/admin/users/${member.id}`}>
              <bdi>{member.email}</bdi>
            </AppLink>
            <small>
              {t('releases.team.line', { at: format.dateTime(member.added_at), by: member.added_by })}
            </small>
          </div>
          <TakeBackButton
            verb={t('releases.team.remove')}
            name={member.email}
            busy={busyId === member.id}
            onPress={() => void ask(member)}
          />
        </>
      )}
    </Items>
  );
}

/** Who uses which release by a link, and takes it back, after a question. */
function InUse({ remote, rows, onFailure }: ListProps<Override>) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [revoke] = useDebugRevokeOverrideMutation();
  const whoOf = useCallback(({ email }: Override) => email ?? t('releases.team.signedOut'), [t]);
  const wordsOf = useCallback(
    (row: Override) => {
      const values = { version: row.version, who: whoOf(row) };
      return {
        title: t('releases.team.takeBackAsk', values),
        text: t('releases.team.takeBackText'),
        verb: t('releases.team.takeBack'),
        done: t('releases.team.takenBack', values),
      };
    },
    [t, whoOf],
  );
  const act = useCallback((id: number) => revoke({ remote, id }).unwrap(), [revoke, remote]);
  const { ask, busyId } = useTakingBack({ wordsOf, act, onFailure });
  return (
    <Items rows={rows}>
      {(row) => (
        <>
          <div>
            <bdi>{whoOf(row)}</bdi>
            <small>
              {t('releases.team.inUseLine', {
                version: row.version,
                since: format.dateTime(row.taken_at),
                until: format.dateTime(row.ends_at),
              })}
            </small>
          </div>
          <TakeBackButton
            verb={t('releases.team.takeBack')}
            name={whoOf(row)}
            busy={busyId === row.id}
            onPress={() => void ask(row)}
          />
        </>
      )}
    </Items>
  );
}

/** Who may use a remote's releases by a link beside admins, and who uses one now. */
export function TeamPanels({ remote }: { remote: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDebugRemoteTeamQuery(remote, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [adds, setAdds] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const members = data?.members.map((one) => ({ ...one, id: rowId('user', one.id) ?? 0 }));
  const add = (
    <Button variant="default" onClick={() => setAdds(true)}>
      {t('releases.team.add')}
    </Button>
  );
  return (
    <>
      <MoneyFailure title={t('releases.team.notChanged')} failure={failure} />
      <div className={styles.two}>
        <Panel title={t('releases.team.title')} aside={members ? add : undefined} flush>
          {members ? (
            <Members remote={remote} rows={members} onFailure={setFailure} />
          ) : error ? (
            <QueryFailed
              title={t('releases.team.failed')}
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <TableSkeleton rows={1} columns={2} />
          )}
        </Panel>
        {data && data.overrides.length > 0 ? (
          <Panel title={t('releases.team.inUse')} hint={format.timezone} flush>
            <InUse remote={remote} rows={data.overrides} onFailure={setFailure} />
          </Panel>
        ) : null}
      </div>
      {adds ? <AddMemberDialog remote={remote} onClose={() => setAdds(false)} /> : null}
    </>
  );
}
