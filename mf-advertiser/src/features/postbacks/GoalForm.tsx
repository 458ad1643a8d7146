import type { ConversionGoal, ConversionGoalInput } from '@ezdash/contracts';
import {
  CONVERSION_DUPLICATES,
  CONVERSION_GOALS,
  GOAL_REPEATS,
  GOAL_VALUE_KINDS,
} from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  anyDirection,
  BusyButton,
  Button,
  Drawer,
  MoneyInput,
  Notice,
  Textarea,
  TextInput,
  useForm,
} from '@ezdash/ui';
import { NumberField, Select } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { usePostbacksCreateGoalMutation, usePostbacksUpdateGoalMutation } from './postbacks.api';
import classes from './postbacks.module.css';

/** Who reports: servers that have the key, any server, or a page as well. */
const DOORS = ['key', 'open', 'pixel'] as const;
type Door = (typeof DOORS)[number];

interface Values {
  name: string;
  door: Door;
  value_kind: ConversionGoal['value_kind'];
  value_micros: number | null;
  duplicates: ConversionGoal['duplicates'];
  window_days: number | null;
  repeats: ConversionGoal['repeats'];
  addresses: string;
}

const doorOf = ({ requires_key, pixel }: Pick<ConversionGoal, 'requires_key' | 'pixel'>): Door =>
  pixel ? 'pixel' : requires_key ? 'key' : 'open';

const firstValues = (goal: ConversionGoal | null, name: string): Values => ({
  name: goal?.name ?? name,
  door: goal ? doorOf(goal) : 'key',
  value_kind: goal?.value_kind ?? 'dynamic',
  value_micros: goal?.value_micros ?? null,
  duplicates: goal?.duplicates ?? 'once',
  window_days: goal?.window_days ?? CONVERSION_GOALS.defaultWindowDays,
  repeats: goal?.repeats ?? 'reject',
  addresses: goal?.allowed_addresses.join('\n') ?? '',
});

const settingsOf = (values: Values) => ({
  name: values.name.trim(),
  requires_key: values.door === 'key',
  pixel: values.door === 'pixel',
  value_kind: values.value_kind,
  value_micros: values.value_kind === 'none' ? null : values.value_micros,
  window_days: values.window_days ?? CONVERSION_GOALS.defaultWindowDays,
  repeats: values.repeats,
  allowed_addresses: values.addresses.split(/[\s,;]+/).filter((address) => address !== ''),
});

interface GoalFormProps {
  /** Null for a new one. */
  goal: ConversionGoal | null;
  /** Of a new one. */
  name?: string;
  onClose: () => void;
  onMade: (goal: ConversionGoal) => void;
}

function useGoalForm({ goal, name = '', onClose, onMade }: GoalFormProps) {
  const { t } = useTranslation('advertiser');
  const [create] = usePostbacksCreateGoalMutation();
  const [update] = usePostbacksUpdateGoalMutation();
  const isWindow = (days: number | null) =>
    days !== null && days >= 1 && days <= CONVERSION_GOALS.longestWindowDays;
  return useForm<Values>({
    initial: firstValues(goal, name),
    check: (values) => ({
      name: values.name.trim() === '' ? t('postbacks.goal.nameMissing') : undefined,
      value_micros:
        values.value_kind === 'fixed' && values.value_micros === null ? t('ui:money.missing') : undefined,
      window_days: isWindow(values.window_days)
        ? undefined
        : t('postbacks.goal.windowProblem', { most: CONVERSION_GOALS.longestWindowDays }),
      repeats:
        values.repeats === 'new' && values.duplicates === 'once' ? t('postbacks.goal.newOnce') : undefined,
    }),
    amounts: goal ? { value_micros: t('postbacks.goal.amount.fixed') } : {},
    onSubmit: async (values) => {
      if (goal) {
        await update({ id: goal.id, changes: settingsOf(values) }).unwrap();
        onClose();
        return;
      }
      const input: ConversionGoalInput = { ...settingsOf(values), duplicates: values.duplicates };
      onMade(await create(input).unwrap());
    },
  });
}

/** Makes or changes a goal. */
export function GoalForm(props: GoalFormProps) {
  const { goal, onClose } = props;
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const formId = useId();
  const form = useGoalForm(props);
  const failure = toApiError(form.failure);
  const { values } = form;
  const select = <Name extends 'door' | 'value_kind' | 'duplicates' | 'repeats'>(
    name: Name,
    choices: readonly { value: Values[Name]; label: string }[],
  ) => ({
    name,
    error: form.field(name).error,
    data: choices.map(({ value, label }) => ({ value: value as string, label })),
    value: values[name] as string,
    allowDeselect: false,
    onChange: (value: string | null) => {
      const found = choices.find((choice) => choice.value === value);
      if (found) form.set({ [name]: found.value } as Partial<Values>);
    },
  });
  const doors = DOORS.map((value) => ({ value, label: t(`postbacks.goal.doorChoice.${value}`) }));
  const kinds = GOAL_VALUE_KINDS.map((value) => ({
    value,
    label: t(`postbacks.goal.value_kindChoice.${value}`),
  }));
  const counts = CONVERSION_DUPLICATES.map((value) => ({
    value,
    label: t(`postbacks.goal.duplicatesChoice.${value}`),
  }));
  const repeats = GOAL_REPEATS.map((value) => ({
    value,
    label: t(`postbacks.goal.repeatsChoice.${value}`),
  }));
  return (
    <Drawer
      opened
      onClose={onClose}
      title={goal ? t('postbacks.goal.edit', { name: goal.name }) : t('postbacks.goal.new')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={formId} busy={form.pending}>
            {goal ? t('postbacks.goal.save') : t('postbacks.goal.create')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={formId} className={classes.form}>
        <TextInput
          {...form.field('name')}
          ref={anyDirection}
          label={t('postbacks.goal.name')}
          placeholder={t('postbacks.goal.namePlaceholder')}
          maxLength={120}
        />
        <Select
          {...select('door', doors)}
          label={t('postbacks.goal.door')}
          description={t(`postbacks.goal.doorText.${values.door}`)}
        />
        <Select {...select('value_kind', kinds)} label={t('postbacks.goal.value_kind')} />
        {values.value_kind === 'none' ? null : (
          <MoneyInput
            {...form.field('value_micros')}
            label={t(`postbacks.goal.amount.${values.value_kind}`)}
          />
        )}
        {goal ? (
          <p className={classes.quiet}>{t(`postbacks.goal.keeps.${goal.duplicates}`)}</p>
        ) : (
          <Select
            {...select('duplicates', counts)}
            label={t('postbacks.goal.duplicates')}
            description={t(`postbacks.goal.duplicatesText.${values.duplicates}`)}
          />
        )}
        <Select
          {...select('repeats', repeats)}
          label={t('postbacks.goal.repeats')}
          description={t(`postbacks.goal.repeatsText.${values.repeats}`)}
        />
        <NumberField
          {...form.field('window_days')}
          label={t('postbacks.goal.window')}
          description={t('postbacks.goal.windowText')}
        />
        <Textarea
          {...form.field('addresses')}
          label={t('postbacks.goal.addresses')}
          description={t('postbacks.goal.addressesText')}
          placeholder="203.0.113.0/24"
          dir="ltr"
          autosize
          minRows={2}
        />
        {failure || form.otherErrors.length > 0 ? (
          <Notice tone="bad" title={t('postbacks.goal.notSaved')}>
            {form.otherErrors.length > 0 ? form.otherErrors.join(' ') : failure ? failureText(failure) : null}
          </Notice>
        ) : null}
      </form>
    </Drawer>
  );
}
