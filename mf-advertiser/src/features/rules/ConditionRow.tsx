import { RULE_COMPARISONS, RULE_METRIC_NAMES, RULE_METRICS, RULE_WINDOWS } from '@ezdash/contracts/constants';
import { ActionIcon, IconTrash, MoneyInput } from '@ezdash/ui';
import { NumberField, Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import type { ConditionDraft } from './ruleForm';
import classes from './rules.module.css';
import { useRuleWords } from './useRuleWords';

const PERCENT = 10_000;
const RATE_DIGITS = 4;

interface ConditionRowProps {
  condition: ConditionDraft;
  /** From 1, for the names of its fields. */
  number: number;
  error: string | undefined;
  onChange: (patch: Partial<ConditionDraft>) => void;
  onBlur: () => void;
  /** Absent for the only one. */
  onRemove?: () => void;
}

/** The value in its metric's unit: an amount, a percentage, a count. */
function ValueField({ condition, number, error, onChange, onBlur }: ConditionRowProps) {
  const { t } = useTranslation('advertiser');
  const label = t('rules.valueOf', { number });
  const unit = RULE_METRICS[condition.metric];
  const shared = { 'aria-label': label, name: 'conditions', error, onBlur };
  if (unit === 'money')
    return (
      <MoneyInput {...shared} value={condition.value} digits={2} onChange={(value) => onChange({ value })} />
    );
  const scale = unit === 'rate' ? PERCENT : 1;
  return (
    <NumberField
      {...shared}
      digits={unit === 'rate' ? RATE_DIGITS : 0}
      suffix={unit === 'rate' ? '%' : undefined}
      value={condition.value === null ? null : condition.value / scale}
      onChange={(value) => onChange({ value: value === null ? null : Math.round(value * scale) })}
    />
  );
}

/** One condition: metric, comparison, value, and how far it looks back. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, number, onChange, onRemove } = props;
  const { t } = useTranslation('advertiser');
  const words = useRuleWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a row of its own
    <div className={classes.condition} role="group" aria-label={t('rules.conditionNumber', { number })}>
      <Select
        aria-label={t('rules.metricOf', { number })}
        allowDeselect={false}
        data={RULE_METRIC_NAMES.map((value) => ({ value, label: words.metric(value) }))}
        value={condition.metric}
        onChange={(metric) => {
          const found = RULE_METRIC_NAMES.find((name) => name === metric);
          if (!found) return;
          // What was typed in another unit means something else.
          const keeps = RULE_METRICS[found] === RULE_METRICS[condition.metric];
          onChange({ metric: found, ...(!keeps && { value: null }) });
        }}
      />
      <Select
        aria-label={t('rules.comparisonOf', { number })}
        allowDeselect={false}
        data={RULE_COMPARISONS.map((value) => ({ value, label: t(`rules.comparison.${value}`) }))}
        value={condition.comparison}
        onChange={(comparison) => {
          const found = RULE_COMPARISONS.find((name) => name === comparison);
          if (found) onChange({ comparison: found });
        }}
      />
      <ValueField {...props} />
      <Select
        aria-label={t('rules.windowOf', { number })}
        allowDeselect={false}
        data={RULE_WINDOWS.map((hours) => ({ value: String(hours), label: words.window(hours) }))}
        value={String(condition.hours)}
        onChange={(hours) => {
          const found = RULE_WINDOWS.find((known) => String(known) === hours);
          if (found) onChange({ hours: found });
        }}
      />
      {onRemove ? (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          aria-label={t('rules.removeCondition', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
    </div>
  );
}
