import { type ChangeEvent, type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useConfirmAmounts } from '../feedback/useConfirmAmounts';
import { type FieldErrors, fieldErrorsOf } from './fieldErrors';
import { useAfterPress } from './useAfterPress';
import { useFocusFirst } from './useFocusFirst';

type FieldName<Values> = Extract<keyof Values, string>;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Field → what to do about it, already translated. Fields that are fine are left out or undefined. */
export type Problems<Values> = Partial<Record<FieldName<Values>, string | undefined>>;

interface FormOptions<Values> {
  initial: Values;
  /** Checks all fields at once; run on blur, then while typing, and before sending. */
  check?: (values: Values) => Problems<Values>;
  /** Labels of fields whose amounts are saved already: one that changes more than tenfold is asked about before sending. */
  amounts?: Partial<Record<FieldName<Values>, string>>;
  /** Sends. What it throws is the answer: a 422's `errors` go to their fields, the rest becomes `failure`. */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
}

/** What an input needs. Inputs of Mantine, MoneyInput, Select… take it by spreading. */
export interface FieldProps<Value> {
  name: string;
  value: Value;
  error: string | undefined;
  onBlur: () => void;
  onChange: (input: Value | ChangeEvent<FieldElement>) => void;
}

export interface Form<Values> {
  values: Values;
  set: (patch: Partial<Values>) => void;
  field: <Name extends FieldName<Values>>(name: Name) => FieldProps<Values[Name]>;
  checkbox: (name: FieldName<Values>) => Omit<FieldProps<boolean>, 'value'> & { checked: boolean };
  /** Spread on the `<form>`. */
  props: {
    ref: (form: HTMLFormElement | null) => void;
    noValidate: true;
    onSubmit: (event?: FormEvent) => void;
  };
  submit: () => Promise<void>;
  /** The call runs. The button shows it (`loading`); a second submit meanwhile does nothing. */
  pending: boolean;
  /** What `onSubmit` threw last, unless fields of this form could show all of it. */
  failure: unknown;
  /** Errors of a 422 that belong to no field of this form. */
  otherErrors: readonly string[];
  reset: (values?: Values) => void;
  /** Values differ from the start. */
  dirty: boolean;
}

function isEvent(input: unknown): input is ChangeEvent<FieldElement> {
  return typeof input === 'object' && input !== null && 'currentTarget' in input && 'preventDefault' in input;
}

function readInput(input: unknown): unknown {
  if (!isEvent(input)) return input;
  const element = input.currentTarget;
  return element instanceof HTMLInputElement && element.type === 'checkbox' ? element.checked : element.value;
}

/** Names of the fields that have a problem; a check may also name fields that are fine, with nothing. */
function failing(problems: object): string[] {
  return Object.entries(problems).flatMap(([name, problem]) => (problem ? [name] : []));
}

function differs<Values extends object>(values: Values, initial: Values): boolean {
  const names = Object.keys(values) as (keyof Values)[];
  return names.some((name) => !Object.is(values[name], initial[name]));
}

/** What was thrown, sorted: texts of fields, and whether this form's fields can show all of it. */
function sortRefusal(error: unknown, sent: object) {
  const errors = fieldErrorsOf(error);
  const names = Object.keys(errors);
  const known = names.filter((name) => name in sent);
  return { errors, known, shownWhole: names.length > 0 && known.length === names.length };
}

/** Amounts as saved and as sent. */
function amountsOf<Values extends object>({ amounts = {}, initial }: FormOptions<Values>, sent: Values) {
  return (Object.entries(amounts) as [FieldName<Values>, string][]).map(([name, label]) => ({
    label,
    before: initial[name] as number | null,
    after: sent[name] as number | null,
  }));
}

/**
 * One form: values, checks on blur and then while typing, a submit that is never disabled, and a server's 422 that
 * fills the fields and moves the focus to the first of them.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const { attach, focus: focusFirst, focusUnreadable } = useFocusFirst();
  const afterPress = useAfterPress();
  const confirmAmounts = useConfirmAmounts();
  const latest = useRef({ values, options, confirmAmounts });
  useLayoutEffect(() => {
    latest.current = { values, options, confirmAmounts };
  });

  const set = useCallback((patch: Partial<Values>) => {
    setValues((before) => ({ ...before, ...patch }));
    // What the server said about a field is about its old value.
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))));
  }, []);

  const submit = useCallback(async () => {
    if (running.current) return;
    const { values: sent, options: now, confirmAmounts: isSure } = latest.current;
    const wrong = failing(now.check?.(sent) ?? {});
    setTouched(new Set(Object.keys(sent)));
    if (focusUnreadable()) return;
    if (wrong.length > 0) {
      focusFirst(wrong);
      return;
    }
    running.current = true;
    setPending(true);
    setFailure(undefined);
    setRefused({});
    try {
      if (await isSure(amountsOf(now, sent))) await now.onSubmit(sent);
    } catch (error) {
      const { errors, known, shownWhole } = sortRefusal(error, sent);
      setRefused(errors);
      if (known.length > 0) focusFirst(known);
      if (!shownWhole) setFailure(error);
    } finally {
      running.current = false;
      setPending(false);
    }
  }, [focusFirst, focusUnreadable]);

  const reset = useCallback((next?: Values) => {
    const start = next ?? latest.current.options.initial;
    setInitial(start);
    setValues(start);
    setTouched(new Set());
    setRefused({});
    setFailure(undefined);
  }, []);

  const problems: Problems<Values> = options.check?.(values) ?? {};
  const common = (name: FieldName<Values>) => ({
    name,
    error: refused[name]?.[0] ?? (touched.has(name) ? problems[name] : undefined),
    onBlur: () =>
      afterPress(() => setTouched((before) => (before.has(name) ? before : new Set(before).add(name)))),
    onChange: (input: unknown) => set({ [name]: readInput(input) } as Partial<Values>),
  });

  return {
    values,
    set,
    field: (name) => ({ ...common(name), value: values[name] }),
    checkbox: (name) => ({ ...common(name), checked: Boolean(values[name]) }),
    props: {
      ref: attach,
      noValidate: true,
      onSubmit: (event) => {
        event?.preventDefault();
        void submit();
      },
    },
    submit,
    pending,
    failure,
    otherErrors: Object.entries(refused).flatMap(([name, texts]) => (name in values ? [] : texts)),
    reset,
    dirty: differs(values, initial),
  };
}
