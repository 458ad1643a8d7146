import type { CreditLine, CreditLineInput } from '@ezdash/contracts';
import { rowId } from '@ezdash/contracts/constants';
import { toApiError, useWithProof } from '@ezdash/store';
import {
  BusyButton,
  Drawer,
  MoneyInput,
  Notice,
  Radio,
  Textarea,
  TextInput,
  toast,
  useForm,
  useFormat,
} from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import { useDebugSaveCreditLineMutation } from '../money.api';
import styles from '../money.module.css';
import { useWhyProblem, WHY_LENGTH } from '../useWhyProblem';

type ChosenState = CreditLineInput['state'];
const STATES: readonly ChosenState[] = ['open', 'paused', 'closed'];
const MOST_DAYS = 90;
const FIRST_DAYS = 30;
const MOST_LIMIT = 10_000_000 * 1_000_000;

interface Values {
  userId: string;
  limit_micros: number | null;
  terms_days: number | null;
  state: ChosenState;
  why: string;
}

/** A line that is changed; `next`: in which state it is to be. Null: one that is agreed now. */
export interface CreditTask {
  line: CreditLine | null;
  next?: ChosenState;
}

/** An overdue line is open but for what is owed: saved as open it is refused, so nothing else is chosen for it. */
const stateOf = (line: CreditLine | null): ChosenState =>
  line === null || line.state === 'overdue' ? 'open' : line.state;

function useCreditForm({ line, next }: CreditTask, onClose: () => void) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const { run } = useWithProof();
  const [save] = useDebugSaveCreditLineMutation();
  const whyProblem = useWhyProblem();
  return useForm<Values>({
    initial: {
      userId: line?.account.id ?? '',
      limit_micros: line?.limit_micros ?? null,
      terms_days: line?.terms_days ?? FIRST_DAYS,
      state: next ?? stateOf(line),
      why: '',
    },
    check: ({ userId, limit_micros: limit, terms_days: days, why }) => ({
      userId: rowId('user', userId.trim()) !== null ? undefined : t('money.credit.idWrong'),
      limit_micros:
        limit === null || limit < 0
          ? t('ui:money.missing')
          : limit > MOST_LIMIT
            ? t('money.credit.limitMost', { amount: format.money(MOST_LIMIT) })
            : undefined,
      terms_days:
        days !== null && days >= 1 && days <= MOST_DAYS
          ? undefined
          : t('money.credit.daysWrong', { most: MOST_DAYS }),
      why: whyProblem(why),
    }),
    amounts: line ? { limit_micros: t('money.credit.limit') } : {},
    onSubmit: async ({ userId, limit_micros, terms_days, state, why }) => {
      if (limit_micros === null) return;
      const input = { limit_micros, terms_days: terms_days ?? FIRST_DAYS, state, why: why.trim() };
      try {
        const saved = await run(() => save({ userId: userId.trim(), ...input }).unwrap());
        toast({ text: t('money.credit.saved', { name: accountName(saved.account) }) });
      } catch (error) {
        const known = toApiError(error);
        // The account is what is wrong: said where it stands, if it can be changed there.
        if (line !== null || !known || (known.status !== 404 && known.code !== 'TYPE_HAS_NO_CREDIT'))
          throw error;
        const said = known.status === 404 ? t('money.credit.noAccount') : known.message;
        throw { ...known, errors: { userId: [said] } };
      }
      onClose();
    },
  });
}

function CreditForm({ task, onClose }: { task: CreditTask; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const form = useCreditForm(task, onClose);
  const { line } = task;
  const state = form.field('state');
  const limit = form.values.limit_micros;
  return (
    <form {...form.props} className={styles.form}>
      {line ? null : (
        <TextInput
          {...form.field('userId')}
          label={t('money.credit.id')}
          description={t('money.credit.idHint')}
          placeholder="u_102a"
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
      {line?.state === 'overdue' ? (
        <Notice tone="warn" title={t('money.credit.isOverdue')}>
          {t('money.credit.isOverdueText')}
        </Notice>
      ) : null}
      <MoneyInput
        {...form.field('limit_micros')}
        label={t('money.credit.limit')}
        description={
          line && limit !== null && limit < line.owed_micros
            ? t('money.credit.belowOwed', { amount: format.money(line.owed_micros) })
            : undefined
        }
      />
      <NumberField
        {...form.field('terms_days')}
        label={t('money.credit.days')}
        description={t('money.credit.daysHint')}
      />
      <Radio.Group
        label={t('money.credit.state')}
        value={state.value}
        error={state.error}
        onChange={(value) => form.set({ state: STATES.find((one) => one === value) ?? 'open' })}
      >
        <div className={styles.choices}>
          {STATES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`money.credit.stateOf.${one}`)}
              description={t(`money.credit.stateHint.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        {...form.field('why')}
        label={t('money.why')}
        description={t('money.credit.whyHint')}
        rows={3}
        maxLength={WHY_LENGTH}
      />
      <MoneyFailure title={t('money.notSaved')} failure={form.failure} otherErrors={form.otherErrors} />
      <div className="ez-actions ez-actions-end">
        <BusyButton type="submit" busy={form.pending}>
          {t(line ? 'money.save' : 'money.credit.agree')}
        </BusyButton>
      </div>
    </form>
  );
}

/** Agrees a line or changes one: limit, terms, state, and why. */
export function CreditDrawer({ task, onClose }: { task: CreditTask | null; onClose: () => void }) {
  const { t } = useTranslation('debug');
  if (!task) return null;
  const { line } = task;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={line ? t('money.credit.titleOf', { name: accountName(line.account) }) : t('money.credit.new')}
    >
      <CreditForm task={task} onClose={onClose} />
    </Drawer>
  );
}
