import type { ApiScope, CreatedApiToken } from '@ezdash/contracts';
import { CodeBlock, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { API_PATH } from './api.api';
import classes from './api.module.css';

/** A call that the token opens without a body: what to try first. */
const FIRST_CALLS: readonly (readonly [scope: ApiScope, path: string])[] = [
  ['read', '/account'],
  ['finance', '/balance'],
];

/** The one time that a token is to be seen. */
export function CreatedToken({ created: { token, secret } }: { created: CreatedApiToken }) {
  const { t } = useTranslation('settings');
  const path = FIRST_CALLS.find(([scope]) => token.scopes.includes(scope))?.[1];
  return (
    <div className={classes.form}>
      <Notice tone="warn" title={t('tokens.once')}>
        {t('tokens.onceHint')}
      </Notice>
      <CodeBlock code={secret} label={token.name} language={t('tokens.token')} />
      {path ? (
        <CodeBlock
          code={`curl ${window.location.origin}${API_PATH}${path} \\\n  -H "Authorization: Bearer ${secret}"`}
          label={t('tokens.firstCall')}
          language="Shell"
        />
      ) : null}
    </div>
  );
}
