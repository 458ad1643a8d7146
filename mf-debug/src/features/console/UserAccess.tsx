import type { OperatorUserDetail } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { Button, Panel, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import { AccessDialog } from './AccessDialog';
import styles from './console.module.css';

/** What opens the account now, and the ways to close it. */
export function UserAccess({ detail: { user, access } }: { detail: OperatorUserDetail }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const session = useSession();
  const [asks, setAsks] = useState<'signOut' | 'resetFactors' | null>(null);
  const isOwn = session.user?.id === user.id;
  const hasFactors = access.second_step || access.passkeys > 0;
  return (
    <Panel title={t('access.title')}>
      <Facts
        rows={[
          [t('access.secondStep'), t(access.second_step ? 'access.on' : 'access.off')],
          [t('access.passkeys'), format.count(access.passkeys)],
          [t('access.signIns'), format.count(access.sign_ins)],
          [t('access.apiTokens'), format.count(access.api_tokens)],
        ]}
      />
      <div className={styles.accessActions}>
        <Button variant="default" onClick={() => setAsks('signOut')}>
          {t('access.signOut.verb')}
        </Button>
        {hasFactors && !isOwn ? (
          <Button variant="default" onClick={() => setAsks('resetFactors')}>
            {t('access.resetFactors.verb')}
          </Button>
        ) : null}
      </div>
      {isOwn ? <p className={styles.quietText}>{t('access.own')}</p> : null}
      {asks ? <AccessDialog account={user} action={asks} onClose={() => setAsks(null)} /> : null}
    </Panel>
  );
}
