import { type Form, textOf, textsOf } from './form';
import { invalid } from './StandInError';

/** One call: its path's id, and what came with it. */
export interface Call {
  id: string;
  form: Form;
}
export type Handle = (call: Call) => object;

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Names that may stand in the form; others are refused, as Stripe refuses them. */
  takes: readonly string[];
  handle: Handle;
}

const LEAST_CENTS = 50;
export const list = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url });

export function need(form: Form, name: string): string {
  const text = textOf(form[name]);
  if (text === null || text === '')
    throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return text;
}

export function cents(text: string | null, param: string): number {
  if (text === null || !/^\d{1,8}$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param });
  if (Number(text) < LEAST_CENTS)
    throw invalid('Amount must be at least €0.50 eur', { code: 'amount_too_small', param });
  return Number(text);
}

export const expandOf = (form: Form) => textsOf(form.expand);
