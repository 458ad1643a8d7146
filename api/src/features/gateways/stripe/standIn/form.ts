/** What Stripe's forms hold: `a[b][0][c]=d`. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = Record<string, FormValue>;

const isList = (value: object): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index));
};

function listed(value: FormValue): FormValue {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, each]) => [key, listed(each)] as const);
  return isList(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [
      name.replace(/\[.*$/, ''),
      ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key),
    ];
    let place: Record<string, FormValue> = form;
    for (const key of keys.slice(0, -1)) {
      const next = place[key];
      const inner = typeof next === 'object' && !Array.isArray(next) ? next : {};
      place[key] = inner;
      place = inner;
    }
    const last = keys.at(-1) ?? name;
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, listed(value)]));
}

export const textOf = (value: FormValue | undefined): string | null =>
  typeof value === 'string' ? value : null;
export const formOf = (value: FormValue | undefined): Form =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};
export const textsOf = (value: FormValue | undefined): string[] =>
  Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
export const metadataOf = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(formOf(value)).map(([key, each]) => [key, textOf(each) ?? '']));
