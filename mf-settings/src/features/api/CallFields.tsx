import { Button, type Form, Textarea, TextInput } from '@ezdash/ui';
import { FileButton, Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import classes from './api.module.css';
import {
  kindOf,
  type Operation,
  type Parameter,
  type RequestBody,
  resolve,
  type Schemas,
  typeOf,
} from './openApi';
import { BODY, type CallValues, fieldOf } from './tryCall';

interface CallFieldsProps {
  operation: Operation;
  schemas: Schemas;
  form: Form<CallValues>;
  /** What the body starts with, to go back to. */
  example: string;
  file: File | null;
  onFile: (file: File | null) => void;
}

interface ParameterFieldProps {
  parameter: Parameter;
  schemas: Schemas;
  form: Form<CallValues>;
}

/** A choice for what is one of several, else a text; dates get the browser's calendar. */
function ParameterField({ parameter, schemas, form }: ParameterFieldProps) {
  const { t } = useTranslation('settings');
  const schema = resolve(parameter.schema, schemas);
  const name = fieldOf(parameter);
  const field = form.field(name);
  const common = {
    label: parameter.name,
    description: t(parameter.in === 'path' ? 'tryApi.inPath' : 'tryApi.inQuery', {
      kind: kindOf(schema, schemas),
    }),
    withAsterisk: parameter.required,
  };
  const choices = schema.enum?.map(String) ?? (typeOf(schema) === 'boolean' ? ['true', 'false'] : null);
  if (choices)
    return (
      <Select
        {...common}
        name={name}
        error={field.error}
        data={choices}
        clearable={!parameter.required}
        value={field.value || null}
        onChange={(value) => form.set({ [name]: value ?? '' })}
      />
    );
  const numeric = ['integer', 'number'].includes(typeOf(schema));
  return (
    <TextInput
      {...common}
      {...field}
      type={schema.format === 'date' ? 'date' : 'text'}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      aria-required={parameter.required || undefined}
    />
  );
}

function FieldList({ body, schemas }: { body: Extract<RequestBody, { kind: 'json' }>; schemas: Schemas }) {
  const { t } = useTranslation('settings');
  const { properties = {}, required = [] } = resolve(body.schema, schemas);
  const names = Object.keys(properties);
  if (names.length === 0) return null;
  return (
    <details className={classes.schema}>
      <summary>{t('tryApi.fields')}</summary>
      <dl>
        {Object.entries(properties).map(([name, schema]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className="ez-mono">{name}</dt>
            <dd>
              <span className="ez-mono">{kindOf(schema, schemas)}</span>
              {required.includes(name) ? ` · ${t('tryApi.required')}` : null}
              {schema.description ? ` · ${schema.description}` : null}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Fields made from the description: path, query, then the body as JSON or as a file. */
export function CallFields({ operation, schemas, form, example, file, onFile }: CallFieldsProps) {
  const { t } = useTranslation('settings');
  const { parameters, body } = operation;
  return (
    <>
      {parameters.length > 0 ? (
        <div className={classes.fields}>
          {parameters.map((parameter) => (
            <ParameterField key={fieldOf(parameter)} parameter={parameter} schemas={schemas} form={form} />
          ))}
        </div>
      ) : null}
      {body?.kind === 'json' ? (
        <>
          <Textarea
            {...form.field(BODY)}
            className={classes.body}
            label={t('tryApi.body')}
            description="application/json"
            autosize
            minRows={4}
            maxRows={24}
            spellCheck={false}
          />
          <div className={classes.bodyHead}>
            <FieldList body={body} schemas={schemas} />
            <span className="ez-grow" />
            {form.values[BODY] === example ? null : (
              <Button variant="subtle" onClick={() => form.set({ [BODY]: example })}>
                {t('tryApi.resetBody')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {body?.kind === 'file' ? (
        <div className={classes.file}>
          <FileButton onChange={onFile} accept={body.accept}>
            {(props) => (
              <Button {...props} variant="default">
                {t('tryApi.chooseFile')}
              </Button>
            )}
          </FileButton>
          <span>{file ? file.name : t('tryApi.noFile', { accept: body.accept })}</span>
        </div>
      ) : null}
    </>
  );
}
