import { BusyButton, Status, TextInput, useDebouncedValue } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugFindUsersQuery } from '../debugTool.api';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { lookOfStatus } from './userFacts';
import { useView } from './useView';

const WAIT_MS = 250;

/** Any advertiser or publisher, found by what staff know of them, and the pages as they see them. */
export function FindUser() {
  const { t } = useTranslation('debug');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), WAIT_MS);
  const { currentData: data, error, isFetching } = useDebugFindUsersQuery(wanted, { skip: wanted === '' });
  const { busy, problem, begin } = useView();
  const users = wanted === '' ? [] : (data?.users ?? []);
  const isNone = wanted !== '' && !isFetching && data !== undefined && users.length === 0;
  return (
    <Block title={t('view.title')}>
      <div className={parts.stack}>
        <TextInput
          label={t('view.search')}
          description={t('view.searchHint')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className={parts.hint}>{t('view.hint')}</p>
        <div role="status">
          {isNone ? t('view.none', { search: wanted }) : null}
          {users.length > 0 ? (
            <span className="ez-sr">{t('view.found', { count: users.length })}</span>
          ) : null}
        </div>
        {wanted === '' ? null : <FailureNote failure="users" error={error} />}
        {problem ? <FailureNote failure={problem.failure} error={problem.error} /> : null}
        {users.length > 0 ? (
          <ul className={parts.rows} aria-label={t('view.results')}>
            {users.map((user) => {
              const look = lookOfStatus(user.status);
              return (
                <li key={user.id} className={parts.row}>
                  <span>
                    <bdi>{user.name || user.email}</bdi>
                    <small>
                      <bdi>{user.email}</bdi> · {user.id} · {t(`userTab.roleOf.${user.role}`)}
                    </small>
                  </span>
                  {look ? <Status state={look} plain /> : null}
                  <BusyButton
                    variant="default"
                    busy={busy === user.id}
                    onClick={() => void begin({ id: user.id, role: user.role })}
                  >
                    {t('view.begin')}
                    <span className="ez-sr"> {user.email}</span>
                  </BusyButton>
                </li>
              );
            })}
          </ul>
        ) : null}
      </div>
    </Block>
  );
}
