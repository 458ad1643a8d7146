import type { z } from 'zod';
import { type FieldErrors, ValidationError } from '../errors';

/** `bid.amount` for nested fields, `items.0` for elements; the whole value is `_`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '_' : path.map(String).join('.');
}

/** More than any form has. */
const MOST_PROBLEMS = 100;

/** The problems zod found, by field, a hundred at most. Fields may be called `constructor` or `__proto__`. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], text: string) => {
    const field = fieldOf(path);
    errors.set(field, [...(errors.get(field) ?? []), text]);
  };
  for (const issue of error.issues.slice(0, MOST_PROBLEMS)) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, MOST_PROBLEMS))
        add([...issue.path, key], 'This field is not known');
    else add(issue.path, issue.message);
  }
  return Object.fromEntries(errors);
}

/** The value as the schema has it, or one 422 that lists every field. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ValidationError(fieldErrors(result.error));
}
