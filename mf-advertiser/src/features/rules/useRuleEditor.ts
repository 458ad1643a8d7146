import type { AutoRule, RuleDryRun } from '@ezdash/contracts';
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
  const say = (problem: RuleProblem | undefined) => problem && t(`rules.problem.${problem}`);
  const form = useForm<RuleValues>({
    initial: rule ? valuesOf(rule) : emptyRule(),
    check: (values) =>
      Object.fromEntries(Object.entries(checkRule(values)).map(([field, problem]) => [field, say(problem)])),
    onSubmit: async (values) => {
      setTried(null);
      const input = inputOf(values);
      const known = rule?.id ?? madeId;
      const saved = known ? await replace({ id: known, input }).unwrap() : await create(input).unwrap();
      setMadeId(saved.id);
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
        await command({ id: tried.id, command: 'activate' }).unwrap();
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
