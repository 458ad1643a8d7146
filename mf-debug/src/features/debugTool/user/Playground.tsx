import type { AccountType, DebugPropertyChange, DebugUser } from '@ezdash/contracts';
import { ACCOUNT_STATUSES } from '@ezdash/contracts/constants';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { ChangeList } from './ChangeList';
import { useChangeText } from './useChangeText';
import { usePlayground } from './usePlayground';
import styles from './user.module.css';
import { chosenType } from './userFacts';

/** On the tool's own layer: the list lies over the panel. */
const OVER_PANEL = { zIndex: 'var(--ez-z-debug)' } as const;

interface PlaygroundProps {
  user: DebugUser;
  types: readonly AccountType[];
  typesError: unknown;
  changes: readonly DebugPropertyChange[];
  changesError: unknown;
}

/** Status and account type, to be set to anything at once, and to be put back. */
export function Playground({ user, types, typesError, changes, changesError }: PlaygroundProps) {
  const { t } = useTranslation('debug');
  const { busy, problem, done, change, undo } = usePlayground();
  const changeText = useChangeText(types);
  const isKnown = ACCOUNT_STATUSES.some((status) => status === user.status);
  return (
    <Block title={t('userTab.playground')}>
      <div className={parts.stack}>
        <FailureNote failure="accountTypes" error={typesError} />
        <div className={styles.properties}>
          <Select
            label={t('userTab.status')}
            data={ACCOUNT_STATUSES.map((value) => ({ value, label: t(`userTab.statusOf.${value}`) }))}
            value={isKnown ? user.status : null}
            allowDeselect={false}
            readOnly={busy !== null}
            comboboxProps={OVER_PANEL}
            onChange={(value) => {
              const wish = ACCOUNT_STATUSES.find((status) => status === value);
              if (wish && wish !== user.status) void change({ property: 'status', value: wish });
            }}
          />
          <Select
            label={t('userTab.accountType')}
            data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(chosenType(types, user.account_type) ?? '')}
            allowDeselect={false}
            readOnly={busy !== null || types.length === 0}
            comboboxProps={OVER_PANEL}
            onChange={(value) => {
              const wish = types.find(({ id }) => String(id) === value);
              if (wish && wish.id !== user.account_type.id)
                void change({ property: 'account_type', value: wish.id });
            }}
          />
        </div>
        <p className={parts.hint}>{t('userTab.playgroundHint')}</p>
        <div role="status" className={done ? styles.done : undefined}>
          {done ? changeText(done.undone_at ? { ...done, from: done.to, to: done.from } : done) : null}
        </div>
        {problem ? <FailureNote failure={problem.failure} error={problem.error} /> : null}
        <FailureNote failure="changes" error={changesError} />
        <ChangeList changes={changes} textOf={changeText} busy={busy === 'undo'} onUndo={undo} />
      </div>
    </Block>
  );
}
