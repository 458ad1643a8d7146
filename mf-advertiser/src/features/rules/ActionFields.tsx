import { RULE_ACTIONS } from '@ezdash/contracts/constants';
import { type Form, MoneyInput, SegmentedControl } from '@ezdash/ui';
import { NumberField, Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import { changesAmount, type RuleValues } from './ruleForm';
import classes from './rules.module.css';
import { useRuleWords } from './useRuleWords';

/** By how much a bid or budget changes, and how far it may go. */
function AmountFields({ form }: { form: Form<RuleValues> }) {
  const { t } = useTranslation('advertiser');
  return (
    <>
      <SegmentedControl
        aria-label={t('rules.direction')}
        value={form.values.raises ? 'up' : 'down'}
        onChange={(value) => form.set({ raises: value === 'up' })}
        data={[
          { value: 'down', label: t('rules.down') },
          { value: 'up', label: t('rules.up') },
        ]}
      />
      <div className={classes.amounts}>
        <NumberField label={t('rules.percent')} suffix="%" {...form.field('percent')} />
        <MoneyInput {...form.field('least_micros')} label={t('rules.least')} />
        <MoneyInput {...form.field('most_micros')} label={t('rules.most')} />
      </div>
    </>
  );
}

/** What the rule does to what it finds. */
export function ActionFields({ form }: { form: Form<RuleValues> }) {
  const { t } = useTranslation('advertiser');
  const words = useRuleWords();
  const { scope, kind } = form.values;
  const allowed = RULE_ACTIONS[scope];
  return (
    <Rule kind="group" title={t('rules.then')} hint={t('rules.thenHint')}>
      <Select
        aria-label={t('rules.then')}
        allowDeselect={false}
        data={allowed.map((value) => ({ value, label: words.kind(value) }))}
        value={kind}
        onChange={(value) => {
          const found = allowed.find((name) => name === value);
          if (found) form.set({ kind: found });
        }}
      />
      <span className={classes.quiet}>{t(`rules.kindHint.${kind}`)}</span>
      {changesAmount(kind) ? <AmountFields form={form} /> : null}
    </Rule>
  );
}
