import { useAfterPress } from '@ezdash/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { CampaignForm } from './campaignForm';
import type { CampaignField, Problems } from './checkCampaign';
import { fieldOfPath, partOfPath, type TargetingPart } from './fieldOfPath';
import { useProblemText } from './useProblemText';

/** What the fields of a campaign need of their form. */
export interface FieldControl {
  values: CampaignForm;
  set: (change: Partial<CampaignForm>) => void;
  /** Leaving a field is when its mistakes begin to show; from then on they follow every keystroke. */
  leave: (field: CampaignField) => void;
  /** Text to show beside the field, or a part of the targeting; of `targeting` itself, what is about no part. */
  errorOf: (field: CampaignField | TargetingPart) => string | undefined;
}

/** A form's values, what is wrong with them, and the ways to change them. */
export interface CampaignFields<Form extends CampaignForm> extends FieldControl {
  values: Form;
  /** What is wrong now, shown or not. */
  problems: Problems;
  /** Sets one field from what it holds at that moment: for changes that arrive late, such as uploads. */
  revise: <Field extends CampaignField & keyof Form>(
    field: Field,
    next: (now: Form[Field]) => Form[Field],
  ) => void;
  /** Shows the mistakes of these fields, left or not: somebody pressed the button. */
  reveal: (fields: readonly CampaignField[]) => void;
  /** The server's `errors` of a 422. One stands until its field changes. */
  refuse: (errors: Record<string, string[]>) => void;
  /** Starts over from other values, with nothing shown. */
  restart: (values: Form) => void;
}

type Refusals = Partial<Record<string, string>>;

function byField(errors: Record<string, string[]>): Refusals {
  const refusals: Refusals = {};
  for (const [path, texts] of Object.entries(errors)) {
    const field = partOfPath(path) ?? fieldOfPath(path);
    refusals[field] = [refusals[field], ...texts].filter(Boolean).join(' ');
  }
  return refusals;
}

/** Whether a mistake is shown at a place: at its own, or at the dimension it is in; never at all of the targeting. */
const isWithin = (at: string, place: string) =>
  at === place || (place !== 'targeting' && at.startsWith(`${place}.`));

const withAll = (seen: ReadonlySet<CampaignField>, fields: readonly CampaignField[]) =>
  new Set([...seen, ...fields]);

export function useCampaignFields<Form extends CampaignForm>(
  initial: Form,
  check: (values: Form) => Problems,
): CampaignFields<Form> {
  const [values, setValues] = useState(initial);
  const [seen, setSeen] = useState<ReadonlySet<CampaignField>>(new Set());
  const [refusals, setRefusals] = useState<Refusals>({});
  const problemText = useProblemText();
  const problems = useMemo(() => check(values), [check, values]);

  const accept = useCallback((fields: readonly string[]) => {
    setRefusals((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([path]) => !fields.includes(path.split('.')[0] ?? path)),
      ),
    );
  }, []);
  const set = useCallback(
    (change: Partial<CampaignForm>) => {
      setValues((now) => ({ ...now, ...change }));
      accept(Object.keys(change));
    },
    [accept],
  );
  const revise: CampaignFields<Form>['revise'] = useCallback(
    (field, next) => {
      setValues((now) => ({ ...now, [field]: next(now[field]) }));
      accept([field]);
    },
    [accept],
  );
  const reveal = useCallback(
    (fields: readonly CampaignField[]) => setSeen((now) => withAll(now, fields)),
    [],
  );
  const afterPress = useAfterPress();
  /** How often it was started over: a field that was left before that is another form's. */
  const started = useRef(0);
  const leave = useCallback(
    (field: CampaignField) => {
      const of = started.current;
      afterPress(() => of === started.current && reveal([field]));
    },
    [afterPress, reveal],
  );
  const refuse = useCallback((errors: Record<string, string[]>) => setRefusals(byField(errors)), []);
  const restart = useCallback((next: Form) => {
    started.current += 1;
    setValues(next);
    setSeen(new Set());
    setRefusals({});
  }, []);
  const errorOf: FieldControl['errorOf'] = (path) => {
    const field = fieldOfPath(path) as CampaignField;
    const problem = problems[field];
    if (problem && seen.has(field))
      return isWithin(problem.at ?? field, path) ? problemText(problem) : undefined;
    return refusals[Object.keys(refusals).find((refused) => isWithin(refused, path)) ?? path];
  };
  return { values, problems, set, revise, leave, reveal, refuse, errorOf, restart };
}
