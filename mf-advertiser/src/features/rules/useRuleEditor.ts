import type { AutoRule, RuleDryRun, RuleInput } from '@ezdash/contracts';
import { failureOf } from '@ezdash/store';
import { type Form, toast, useForm } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkRule, emptyRule, inputOf, type RuleProblem, type RuleValues, valuesOf } from './ruleForm';
import {
  useRulesCommandMutation,
  useRulesCreateMutation,
  useRulesDryRunMutation,
  useRulesReplaceMutation,
} from './rules.api';

export interface RuleEditor {
  form: Form<RuleValues>;
  /** The last dry run of what the form has; null once it was changed. */
  found: RuleDryRun | null;
  /** May be switched on: it was tried as it is. */
  ready: boolean;
  activate: () => Promise<void>;
  switching: boolean;
  commandFailure: unknown;
}

/** Saves a rule and tries it on the last seven days; switches it on when that was seen. */
export function useRuleEditor(rule: AutoRule | null, onActivated: (id: string) => void): RuleEditor {
  const { t } = useTranslation('advertiser');
  const [create] = useRulesCreateMutation();
  const [replace] = useRulesReplaceMutation();
  const [tryOut] = useRulesDryRunMutation();
  const [command, switching] = useRulesCommandMutation();
  const [tried, setTried] = useState<{ id: string; values: RuleValues; found: RuleDryRun } | null>(null);
  const [commandFailure, setCommandFailure] = useState<unknown>(null);
  // A rule that was made by this form, before the page knows its address.
  const [madeId, setMadeId] = useState<string | null>(null);
  // Of the rule as it was when this form began, or was saved by it last: what somebody else saved since is not written
  // over unsaid. Who was told and saves again means it.
  const [seen, setSeen] = useState(rule?.updated_at);
  async function save(input: RuleInput): Promise<AutoRule> {
    const known = rule?.id ?? madeId;
    const over = seen === undefined ? input : { ...input, updated_at: seen };
    try {
      const saved = known ? await replace({ id: known, input: over }).unwrap() : await create(input).unwrap();
      setMadeId(saved.id);
      setSeen(saved.updated_at);
      return saved;
    } catch (error) {
      if (failureOf(error)?.code === 'RULE_CHANGED') setSeen(undefined);
      throw error;
    }
  }
  const say = (problem: RuleProblem | undefined) => problem && t(`rules.problem.${problem}`);
  const form = useForm<RuleValues>({
    initial: rule ? valuesOf(rule) : emptyRule(),
    check: (values) =>
      Object.fromEntries(Object.entries(checkRule(values)).map(([field, problem]) => [field, say(problem)])),
    amounts: rule ? { least_micros: t('rules.least'), most_micros: t('rules.most') } : {},
    onSubmit: async (values) => {
      setTried(null);
      const saved = await save(inputOf(values));
      const found = await tryOut(saved.id).unwrap();
      setTried({ id: saved.id, values, found });
    },
  });
  const isCurrent = tried !== null && tried.values === form.values;
  return {
    form,
    found: isCurrent ? tried.found : null,
    ready: isCurrent,
    activate: async () => {
      if (!tried) return;
      setCommandFailure(null);
      try {
        const { made_at: dryRun } = tried.found;
        const on = await command({ id: tried.id, command: 'activate', dryRun }).unwrap();
        setSeen(on.updated_at);
        toast({ text: t('rules.activated', { name: tried.values.name.trim() }) });
        onActivated(tried.id);
      } catch (error) {
        if (failureOf(error)) setCommandFailure(error);
      }
    },
    switching: switching.isLoading,
    commandFailure,
  };
}
