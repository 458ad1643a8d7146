import type { OperatorUserDetail } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { BusyButton, Button, Dialog, TableSkeleton, toast, useForm } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugAccountTypesQuery } from '../debugTool/debugTool.api';
import { MoneyFailure } from '../money/MoneyFailure';
import { QueryFailed } from '../money/QueryFailed';
import { useDebugConsoleTypeMutation } from './console.api';
import styles from './console.module.css';

interface TypeDialogProps {
  account: OperatorUserDetail['user'];
  onClose: () => void;
}

/** Another account type: which features the account has follows from it at once. */
export function TypeDialog({ account, onClose }: TypeDialogProps) {
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const { run } = useWithProof();
  const [change] = useDebugConsoleTypeMutation();
  const types = useDebugAccountTypesQuery();
  const nameOf = (type: string) =>
    types.data?.account_types.find((one) => String(one.id) === type)?.name ?? account.account_type.name;
  const form = useForm<{ type: string }>({
    initial: { type: String(account.account_type.id) },
    onSubmit: async ({ type }) => {
      await run(() => change({ id: account.id, account_type_id: Number(type) }).unwrap());
      toast({ text: t('console.user.typeChanged', { type: nameOf(type) }) });
      onClose();
    },
  });
  const { onChange, ...field } = form.field('type');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('console.user.changeType')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending}>
            {t('console.user.changeType')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        {types.data ? (
          <Select
            {...field}
            onChange={(type) => onChange(type ?? form.values.type)}
            label={t('console.users.type')}
            description={t('console.user.typeHint')}
            allowDeselect={false}
            data={types.data.account_types.map((type) => ({ value: String(type.id), label: type.name }))}
          />
        ) : types.error ? (
          <QueryFailed
            title={t('console.user.typesFailed')}
            error={types.error}
            onRetry={() => void types.refetch()}
            retrying={types.isFetching}
          />
        ) : (
          <TableSkeleton rows={1} columns={1} />
        )}
        <MoneyFailure
          title={t('console.user.notChanged')}
          failure={form.failure}
          otherErrors={form.otherErrors}
        />
      </form>
    </Dialog>
  );
}
