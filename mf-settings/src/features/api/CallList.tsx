import { AppLink } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import classes from './api.module.css';
import type { Operation, OperationGroup } from './openApi';

interface CallListProps {
  groups: readonly OperationGroup[];
  current: Operation;
}

/** Every call has an address: it can be linked to, and Back comes back to it. */
const hrefOf = ({ id }: Operation) => `/settings/api/try?call=${encodeURIComponent(id)}`;

/** The calls by subject: a list beside the form, one field above it where there is no room. */
export function CallList({ groups, current }: CallListProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const id = useId();
  return (
    <>
      <label className={classes.pick}>
        {t('tryApi.call')}
        <select
          className="ez-select"
          value={current.id}
          onChange={({ currentTarget }) =>
            navigate(`/settings/api/try?call=${encodeURIComponent(currentTarget.value)}`)
          }
        >
          {groups.map(({ tag, operations }) => (
            <optgroup key={tag} label={tag}>
              {operations.map((operation) => (
                <option key={operation.id} value={operation.id}>
                  {operation.method} {operation.path}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <nav className={`ez-panel ${classes.calls}`} aria-label={t('tryApi.calls')}>
        {groups.map(({ tag, operations }) => (
          <div key={tag}>
            <p id={`${id}-${tag}`}>{tag}</p>
            <ul aria-labelledby={`${id}-${tag}`}>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <AppLink
                    href={hrefOf(operation)}
                    aria-current={operation.id === current.id ? 'true' : undefined}
                  >
                    <span className={`ez-mono ${classes.line}`}>
                      <b>{operation.method}</b>
                      {operation.path}
                    </span>
                    {operation.summary}
                  </AppLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
