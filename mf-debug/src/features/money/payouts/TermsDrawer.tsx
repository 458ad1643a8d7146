import type { OperatorPayout, PayoutTermsState } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { BusyButton, Checkbox, Drawer, TableSkeleton, Textarea, toast, useForm } from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { QueryFailed } from '../QueryFailed';
import { useWhyProblem, WHY_LENGTH } from '../useWhyProblem';
import { useDebugPayoutTermsQuery, useDebugSavePayoutTermsMutation } from './payouts.api';

type Account = OperatorPayout['account'];

const MOST_DAYS = 90;

interface TermsFormProps {
  account: Account;
  terms: PayoutTermsState;
  onClose: () => void;
}

function TermsForm({ account, terms, onClose }: TermsFormProps) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [save] = useDebugSavePayoutTermsMutation();
  const whyProblem = useWhyProblem();
  const form = useForm<{ terms_days: number | null; held: boolean; why: string }>({
    initial: { ...terms, why: '' },
    check: ({ terms_days: days, why }) => ({
      terms_days:
        days !== null && days >= 0 && days <= MOST_DAYS
          ? undefined
          : t('money.terms.daysWrong', { most: MOST_DAYS }),
      why: whyProblem(why),
    }),
    onSubmit: async ({ terms_days, held, why }) => {
      const input = { userId: account.id, terms_days: terms_days ?? 0, held, why: why.trim() };
      await run(() => save(input).unwrap());
      toast({ text: t('money.terms.saved', { name: accountName(account) }) });
      onClose();
    },
  });
  return (
    <form {...form.props} className={styles.form}>
      <NumberField
        {...form.field('terms_days')}
        label={t('money.terms.days')}
        description={t('money.terms.daysHint')}
      />
      <Checkbox
        {...form.checkbox('held')}
        label={t('money.terms.held')}
        description={t('money.terms.heldHint')}
      />
      <Textarea {...form.field('why')} label={t('money.why')} rows={3} maxLength={WHY_LENGTH} />
      <MoneyFailure title={t('money.notSaved')} failure={form.failure} otherErrors={form.otherErrors} />
      <div className="ez-actions ez-actions-end">
        <BusyButton type="submit" busy={form.pending}>
          {t('money.save')}
        </BusyButton>
      </div>
    </form>
  );
}

/** When earnings of a publisher become payable, and whether payouts are held. */
export function TermsDrawer({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const { currentData, error, isFetching, refetch } = useDebugPayoutTermsQuery(account.id, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Drawer opened onClose={onClose} title={t('money.terms.title', { name: accountName(account) })}>
      {currentData ? (
        <TermsForm account={account} terms={currentData} onClose={onClose} />
      ) : error ? (
        <QueryFailed
          title={t('money.terms.failed')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton rows={3} columns={1} />
      )}
    </Drawer>
  );
}
