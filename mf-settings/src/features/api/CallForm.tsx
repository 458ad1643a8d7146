import { Button, CodeBlock, Panel, useForm } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './api.module.css';
import { CallFields } from './CallFields';
import { CallOutcome } from './CallOutcome';
import type { Description, Operation } from './openApi';
import { BODY, checkCall, curlOf, startValues, urlOf } from './tryCall';
import { useCall } from './useCall';

interface CallFormProps {
  operation: Operation;
  description: Description;
  /** Pasted on the page; lives in its memory only. */
  token: string;
}

const READS = 'GET';

/** One call: its fields, Send, and what came of it. Give it the operation's id as key. */
export function CallForm({ operation, description, token }: CallFormProps) {
  const { t } = useTranslation('settings');
  const { base, schemas } = description;
  const [start] = useState(() => startValues(operation, schemas));
  const [file, setFile] = useState<File | null>(null);
  const { state, call, cancel } = useCall();
  const sending = state.phase === 'sending';
  const { method, path, body, summary, scopes, role } = operation;
  const form = useForm({
    initial: start,
    check: (values) => checkCall(operation, values, t),
    onSubmit: (values) => {
      const url = urlOf(operation, base, values);
      const json = { type: 'application/json', content: values[BODY] ?? '' };
      const image = file && { type: file.type, content: file };
      // Not awaited: a form that waits does not send again, and Cancel must be able to.
      void call({ method, url, token, body: body?.kind === 'json' ? json : body ? image : null });
    },
  });
  return (
    <>
      <Panel label={`${method} ${path}`}>
        <form {...form.props} className={classes.form}>
          <div className={classes.head}>
            <h2 dir="ltr">
              {method} {path}
            </h2>
            <p>{summary}</p>
            <div className={classes.needs}>
              {scopes.map((scope) => (
                <span key={scope}>
                  {t('tryApi.needsScope', { scope: t(`tokens.scope.${scope}`, scope) })}
                </span>
              ))}
              {role ? <span>{t('tryApi.needsRole', { role: t(`role.${role}`, role) })}</span> : null}
            </div>
          </div>
          <CallFields
            operation={operation}
            schemas={schemas}
            form={form}
            example={start[BODY] ?? ''}
            file={file}
            onFile={setFile}
          />
          <div className={classes.sendRow}>
            <Button type="submit" loading={sending}>
              {t('tryApi.send')}
            </Button>
            {sending ? (
              <Button variant="default" onClick={cancel}>
                {t('tryApi.cancel')}
              </Button>
            ) : null}
            {method === READS ? null : <span className="ez-small">{t('tryApi.changes')}</span>}
          </div>
        </form>
      </Panel>
      <CallOutcome state={state} />
      <CodeBlock
        code={curlOf(operation, base, form.values, file)}
        label={t('tryApi.curl')}
        language="Shell"
      />
    </>
  );
}
