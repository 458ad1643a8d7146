import { type ReactNode, version as reactVersion, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import { FailureNote } from '../FailureNote';
import { readRemotes, readShared, readShellVersion } from './federation';
import styles from './page.module.css';
import { RemoteRow } from './RemoteRow';
import { useDebugRemotesQuery } from './remotes.api';
import { SharedPackages } from './SharedPackages';
import { useStoreFacts } from './usePageFacts';

/** React, the store, and the federation: what is loaded of which release, what it cost, what is shared. */
export function FrameworkFacts({ revision }: { revision: number }) {
  const { t } = useTranslation('debug');
  const { slices, queries, queryCount } = useStoreFacts();
  const { data, error } = useDebugRemotesQuery();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read again with each revision
  const page = useMemo(
    () => ({ remotes: readRemotes(), shared: readShared(), shell: readShellVersion() }),
    [revision],
  );
  const queriesText = t('pageTab.queriesText', { count: queryCount, names: queries.join(', ') });
  const offered = new Map(data?.remotes.map((remote) => [remote.name, remote]));
  return (
    <>
      <FailureNote failure="remotes" error={error} />
      <Facts
        rows={[
          [t('pageTab.react'), reactVersion],
          [t('federation.shell'), page.shell ?? t('federation.unknownShell')],
          [t('pageTab.slices'), slices.join(', ')],
          [t('pageTab.queries'), queryCount === 0 ? t('pageTab.noQueries') : queriesText],
          page.remotes.length === 0 ? [t('pageTab.remotes'), t('pageTab.noRemotes')] : null,
          ...page.remotes.map((facts): [string, ReactNode] => [
            facts.name,
            <RemoteRow key={facts.name} facts={facts} offered={offered.get(facts.name)} />,
          ]),
          [t('federation.shared'), <SharedPackages key="shared" shared={page.shared} />],
        ]}
      />
    </>
  );
}

/** Says that this page is not what everybody gets; nothing while it is. */
export function OverrideNote() {
  const { t } = useTranslation('debug');
  const { data } = useDebugRemotesQuery();
  const tried = data?.remotes.filter(({ override }) => override !== null) ?? [];
  if (tried.length === 0) return null;
  const names = tried.map(({ name, override }) => `${name} ${override?.version}`).join(', ');
  return (
    <p className={styles.note} role="note">
      {t('federation.note', { names })}
    </p>
  );
}
