import type { OperatorUserDetail } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { TableSkeleton, toast, useForm } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import { QueryFailed } from '../money/QueryFailed';
import { useDebugStaffQuery } from '../staff/staff.api';
import { useDebugConsoleManagerMutation } from './accounts.api';
import { FormDialog } from './FormDialog';

interface ManagerDialogProps {
  detail: OperatorUserDetail;
  onClose: () => void;
}

/** Who looks after an advertiser's account; its owner sees the name on the dashboard. */
export function ManagerDialog({ detail, onClose }: ManagerDialogProps) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [change] = useDebugConsoleManagerMutation();
  const staff = useDebugStaffQuery();
  const operators = staff.data?.admins.filter(({ status }) => status === 'active') ?? [];
  const nameOf = (id: string) => {
    const found = operators.find((one) => String(one.id) === id);
    return found ? found.name || found.email : '';
  };
  const form = useForm<{ manager_id: string }>({
    initial: { manager_id: detail.manager?.active ? String(detail.manager.id) : '' },
    onSubmit: async ({ manager_id: chosen }) => {
      const manager_id = chosen === '' ? null : Number(chosen);
      await run(() => change({ id: detail.user.id, manager_id }).unwrap());
      toast({
        text:
          manager_id === null
            ? t('console.user.managerNone')
            : t('console.user.managerChanged', { name: nameOf(chosen) }),
      });
      onClose();
    },
  });
  const { onChange, ...field } = form.field('manager_id');
  return (
    <FormDialog
      title={t('console.user.changeManager')}
      verb={t('console.user.changeManager')}
      form={form}
      onClose={onClose}
    >
      {staff.data ? (
        <Select
          {...field}
          onChange={(id) => onChange(id ?? '')}
          label={t('console.user.manager')}
          description={t('console.user.managerHint')}
          data={[
            { value: '', label: t('console.user.nobody') },
            ...operators.map(({ id, name, email }) => ({ value: String(id), label: name || email })),
          ]}
          allowDeselect={false}
        />
      ) : staff.error ? (
        <QueryFailed
          title={t('console.user.operatorsFailed')}
          error={staff.error}
          onRetry={() => void staff.refetch()}
          retrying={staff.isFetching}
        />
      ) : (
        <TableSkeleton rows={1} columns={1} />
      )}
      <MoneyFailure
        title={t('console.user.notChanged')}
        failure={form.failure}
        otherErrors={form.otherErrors}
      />
    </FormDialog>
  );
}
