import { RULE_METRICS, RULE_MOST, RULE_PERIODS, RULE_SCOPES } from '@ezdash/contracts/constants';
import {
  anyDirection,
  Button,
  type Form,
  IconPlus,
  SegmentedControl,
  TextInput,
  useDebouncedValue,
} from '@ezdash/ui';
import { MultiSelect, NumberField } from '@ezdash/ui/data';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../components/ChoiceList';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import { ActionFields } from './ActionFields';
import { ConditionRow } from './ConditionRow';
import { type ConditionDraft, changeScope, conditionProblem, type RuleValues } from './ruleForm';
import { useRulesCampaignsQuery } from './rules.api';
import classes from './rules.module.css';

const TYPED_MS = 250;

interface FieldsProps {
  form: Form<RuleValues>;
}

function ScopeFields({ form }: FieldsProps) {
  const { t } = useTranslation('advertiser');
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), TYPED_MS);
  const { data = [], error } = useRulesCampaignsQuery(wanted);
  // Names of what was chosen, however the list is searched afterwards.
  const names = useRef(new Map<string, string>());
  for (const { id, name } of data) names.current.set(id, name);
  const { values, set } = form;
  const chosen = form.field('campaign_ids');
  // What was chosen before stays, also what the search does not find; archived by now, by its id.
  const known = new Set(data.map(({ id }) => id));
  const options = [
    ...data.map(({ id, name }) => ({ value: id, label: name })),
    ...values.campaign_ids
      .filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: names.current.get(id) ?? id })),
  ];
  return (
    <>
      <Rule kind="group" field="scope" title={t('rules.scope')} hint={t('rules.scopeHint')}>
        <ChoiceList
          name="scope"
          value={values.scope}
          choices={RULE_SCOPES.map((value) => ({
            value,
            label: t(`rules.scopes.${value}`),
            text: t(`rules.scopeText.${value}`),
          }))}
          onChange={(scope) => set(changeScope(values, scope))}
        />
      </Rule>
      <Rule title={t('rules.campaigns')} hint={t('rules.campaignsHint')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            name={chosen.name}
            error={chosen.error ?? (error ? t('rules.campaignsFailed') : undefined)}
            onBlur={chosen.onBlur}
            searchable
            clearable
            searchValue={typed}
            onSearchChange={setTyped}
            filter={({ options: found }) => found}
            placeholder={values.campaign_ids.length === 0 ? t('rules.allCampaigns') : undefined}
            nothingFoundMessage={t('rules.noCampaign')}
            data={options}
            value={values.campaign_ids}
            onChange={chosen.onChange}
          />
        )}
      </Rule>
    </>
  );
}

function ConditionFields({ form }: FieldsProps) {
  const { t } = useTranslation('advertiser');
  const { values, set } = form;
  const { error, onBlur } = form.field('conditions');
  const change = (key: number, patch: Partial<ConditionDraft>) =>
    set({ conditions: values.conditions.map((each) => (each.key === key ? { ...each, ...patch } : each)) });
  const problemOf = (condition: ConditionDraft) => {
    const problem = error && conditionProblem(condition);
    return problem ? t(`rules.problem.${problem}`) : undefined;
  };
  const add = () =>
    set({
      conditions: [
        ...values.conditions,
        {
          key: Math.max(...values.conditions.map(({ key }) => key)) + 1,
          metric: 'impressions',
          comparison: 'at-least',
          value: null,
          hours: 24,
        },
      ],
    });
  return (
    <Rule kind="group" field="conditions" title={t('rules.when')} hint={t('rules.whenHint')}>
      <div className={classes.conditions}>
        {values.conditions.length > 1 ? (
          <SegmentedControl
            aria-label={t('rules.match')}
            value={values.match}
            onChange={(match) => set({ match: match === 'any' ? 'any' : 'all' })}
            data={[
              { value: 'all', label: t('rules.matchAll') },
              { value: 'any', label: t('rules.matchAny') },
            ]}
          />
        ) : null}
        {values.conditions.map((condition, index) => (
          <ConditionRow
            // The value's field holds what was typed: in another unit it is another field.
            key={`${condition.key} ${RULE_METRICS[condition.metric]}`}
            condition={condition}
            number={index + 1}
            error={problemOf(condition)}
            onChange={(patch) => change(condition.key, patch)}
            onBlur={onBlur}
            onRemove={
              values.conditions.length > 1
                ? () => set({ conditions: values.conditions.filter(({ key }) => key !== condition.key) })
                : undefined
            }
          />
        ))}
        {values.conditions.length < RULE_MOST.conditions ? (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
              onClick={add}
            >
              {t('rules.addCondition')}
            </Button>
          </div>
        ) : null}
        {error && !values.conditions.some(conditionProblem) ? <FieldError>{error}</FieldError> : null}
      </div>
    </Rule>
  );
}

function LimitFields({ form }: FieldsProps) {
  const { t } = useTranslation('advertiser');
  return (
    <>
      <Rule kind="group" title={t('rules.every')} hint={t('rules.everyHint')}>
        <SegmentedControl
          aria-label={t('rules.every')}
          value={form.values.every}
          onChange={(every) => form.set({ every: every === 'day' ? 'day' : 'hour' })}
          data={RULE_PERIODS.map((value) => ({ value, label: t(`rules.period.${value}`) }))}
        />
      </Rule>
      <Rule title={t('rules.cooldown')} hint={t('rules.cooldownHint')}>
        {(ids) => <NumberField {...ids} {...form.field('cooldown_hours')} suffix={t('rules.hoursUnit')} />}
      </Rule>
      <Rule title={t('rules.perDay')} hint={t('rules.perDayHint')}>
        {(ids) => <NumberField {...ids} {...form.field('most_per_day')} />}
      </Rule>
    </>
  );
}

/** A whole rule: what it looks at, when it acts, what it does, and how often at most. */
export function RuleFields({ form }: FieldsProps) {
  const { t } = useTranslation('advertiser');
  const name = form.field('name');
  return (
    <>
      <Rule title={t('rules.name')} hint={t('rules.nameHint')}>
        {(ids) => <TextInput {...ids} {...name} ref={anyDirection} maxLength={160} />}
      </Rule>
      <ScopeFields form={form} />
      <ConditionFields form={form} />
      <ActionFields form={form} />
      <LimitFields form={form} />
    </>
  );
}
