import type { AutoRule } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { BusyButton, Notice, Panel } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { DryRunPanel } from './DryRunPanel';
import { RuleFields } from './RuleFields';
import { RuleLogPanel } from './RuleLogPanel';
import { inputOf } from './ruleForm';
import classes from './rules.module.css';
import { type RuleEditor as Editor, useRuleEditor } from './useRuleEditor';

function Failures({ editor: { form, commandFailure } }: { editor: Editor }) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const failure = toApiError(form.failure);
  const command = toApiError(commandFailure);
  if (!failure && !command) return null;
  return (
    <div className={classes.notice}>
      {failure ? (
        <Notice tone="bad" title={t('rules.notTried')}>
          {failureText(failure)} {form.otherErrors.join(' ')}
        </Notice>
      ) : null}
      {command ? (
        <Notice tone="bad" title={t('rules.notActivated')}>
          {failureText(command)}
        </Notice>
      ) : null}
    </div>
  );
}

interface RuleEditorProps {
  /** Null for a new one. */
  rule: AutoRule | null;
  /** It was switched on, under this id. */
  onActivated: (id: string) => void;
}

/** A rule's form, its dry run before it may be switched on, and its log. */
export function RuleEditor({ rule, onActivated }: RuleEditorProps) {
  const { t } = useTranslation('advertiser');
  const editor = useRuleEditor(rule, onActivated);
  const { form, found } = editor;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was asked for is below a long form.
    if (found) result.current?.focus();
  }, [found]);
  const isOn = rule?.state === 'active';
  return (
    <div className={classes.stack}>
      <Panel label={t('rules.form')} flush>
        <form {...form.props} aria-label={t('rules.form')}>
          <RuleFields form={form} />
          <Failures editor={editor} />
          <div className={classes.foot}>
            <span className={classes.quiet}>{t(isOn ? 'rules.tryHintOn' : 'rules.tryHint')}</span>
            <BusyButton type="submit" busy={form.pending} variant={found ? 'default' : 'filled'}>
              {t('rules.try')}
            </BusyButton>
          </div>
        </form>
      </Panel>
      <div ref={result} tabIndex={-1} className={classes.stack}>
        {found ? <DryRunPanel found={found} action={inputOf(form.values).action} /> : null}
        {found && !isOn ? (
          <div className={classes.row}>
            <BusyButton busy={editor.switching} onClick={() => void editor.activate()}>
              {t('rules.activate')}
            </BusyButton>
            <span className={classes.quiet}>{t('rules.activateHint')}</span>
          </div>
        ) : null}
      </div>
      {rule && rule.last_evaluated_at !== null ? <RuleLogPanel id={rule.id} /> : null}
    </div>
  );
}
