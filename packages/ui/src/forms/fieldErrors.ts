/** Field → what is wrong with it, all at once: the `errors` of a 422. */
export type FieldErrors = Record<string, readonly string[]>;

/** The field errors of a refused call (an ApiError or the error of a mutation); empty when it names no field. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (typeof error !== 'object' || error === null) return {};
  const { errors, data } = error as { errors?: unknown; data?: unknown };
  if (errors === undefined) return data === undefined ? {} : fieldErrorsOf(data);
  if (typeof errors !== 'object' || errors === null) return {};
  const found: Record<string, readonly string[]> = {};
  for (const [field, texts] of Object.entries(errors)) {
    if (Array.isArray(texts)) found[field] = texts.filter((text) => typeof text === 'string');
  }
  return found;
}
