import { exampleOf, type Operation, type Parameter, type Schemas } from './openApi';

/** Fields of the form by `path.id`, `query.from`, `body`: all texts. */
export type CallValues = Record<string, string>;
export type CallProblems = Record<string, string | undefined>;

export const fieldOf = ({ in: place, name }: Parameter) => `${place}.${name}`;
export const BODY = 'body';

type Say = (key: string) => string;

/** The form as it starts: defaults of the parameters, an example as the body. */
export function startValues({ parameters, body }: Operation, schemas: Schemas): CallValues {
  const values: CallValues = {};
  for (const parameter of parameters) {
    const { default: start } = parameter.schema;
    values[fieldOf(parameter)] = start === undefined ? '' : String(start);
  }
  if (body?.kind === 'json')
    values[BODY] = JSON.stringify(body.example ?? exampleOf(body.schema, schemas), null, 2);
  return values;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only what would make no call at all: the rest is for the API to refuse. */
export function checkCall({ parameters, body }: Operation, values: CallValues, t: Say): CallProblems {
  const problems: CallProblems = {};
  for (const parameter of parameters) {
    const field = fieldOf(parameter);
    if (parameter.required && (values[field] ?? '').trim() === '')
      problems[field] = t('tryApi.check.required');
  }
  if (body?.kind === 'json' && !isJson(values[BODY] ?? '')) problems[BODY] = t('tryApi.check.json');
  return problems;
}

export function urlOf({ path, parameters }: Operation, base: string, values: CallValues): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const text = (values[fieldOf(parameter)] ?? '').trim();
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text));
    else if (text !== '') query.set(parameter.name, text);
  }
  return `${base}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const fileName = (file: File | null) => file?.name ?? 'image.png';

/** The same call for a shell; the token stands in a variable there, not in the line. */
export function curlOf(operation: Operation, base: string, values: CallValues, file: File | null): string {
  const { method, body } = operation;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(urlOf(operation, base, values))}`,
    '-H "Authorization: Bearer $EZDASH_TOKEN"',
  ];
  if (body?.kind === 'json') {
    const text = values[BODY] ?? '';
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d ${quoted(isJson(text) ? JSON.stringify(JSON.parse(text)) : text)}`);
  }
  if (body?.kind === 'file') {
    lines.push(`-H ${quoted(`Content-Type: ${file?.type || 'image/png'}`)}`);
    lines.push(`--data-binary ${quoted(`@${fileName(file)}`)}`);
  }
  return lines.join(' \\\n  ');
}
