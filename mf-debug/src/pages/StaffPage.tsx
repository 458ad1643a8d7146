import {
  Button,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { MoneyFailure } from '../features/money/MoneyFailure';
import { QueryFailed } from '../features/money/QueryFailed';
import { AdminTable } from '../features/staff/AdminTable';
import { InvitationTable } from '../features/staff/InvitationTable';
import { InviteDialog } from '../features/staff/InviteDialog';
import { useDebugStaffQuery } from '../features/staff/staff.api';

/** The network's own people: who may open the console, and who is invited to. */
export function StaffPage() {
  const { t } = useTranslation('debug');
  const title = t('page.staff');
  usePageTitle(title);
  const { data, error, isFetching, refetch } = useDebugStaffQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [invites, setInvites] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <>
      <PageHeader
        title={title}
        lead={<span>{t('staff.lead')}</span>}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setInvites(true)}
          >
            {t('staff.invite')}
          </Button>
        }
      />
      <NoDateRange />
      <div className={styles.stack}>
        <MoneyFailure title={t('staff.notWithdrawn')} failure={failure} />
        {data && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
        {data ? (
          <>
            <Panel flush title={t('staff.admins')}>
              <AdminTable admins={data.admins} />
            </Panel>
            <Panel flush title={t('staff.invitations')}>
              <InvitationTable invitations={data.invitations} onFailure={setFailure} />
            </Panel>
          </>
        ) : (
          <Panel flush label={title}>
            {error ? (
              <QueryFailed
                title={t('staff.failed')}
                error={error}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            ) : (
              <TableSkeleton rows={3} columns={4} />
            )}
          </Panel>
        )}
      </div>
      {invites ? <InviteDialog onClose={() => setInvites(false)} /> : null}
    </>
  );
}
