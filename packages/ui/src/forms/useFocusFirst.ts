import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** What is seen of a field: a choice keeps its value in a hidden one behind it. */
function seenPart(field: HTMLElement): HTMLElement | null {
  if (field.getAttribute('type') !== 'hidden') return field;
  for (let before = field.previousElementSibling; before; before = before.previousElementSibling) {
    const choice = before.querySelector<HTMLElement>('input[aria-haspopup=listbox]');
    if (choice) return choice;
  }
  return null;
}

/** First field in the order of the page that is named in `failing`. */
function focusFirst(form: HTMLFormElement | null, failing: ReadonlySet<string>): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  for (const field of fields) {
    const seen = failing.has(field.getAttribute('name') ?? '') ? seenPart(field) : null;
    if (seen) {
      seen.focus();
      return;
    }
  }
}

interface FocusFirst {
  /** Of the form. */
  attach: RefCallback<HTMLFormElement>;
  /** Asks for the focus on the first of some fields, by their names. */
  focus: (names: readonly string[]) => void;
  /** Focuses the first field that says itself that it cannot be read, which then shows why. */
  focusUnreadable: () => boolean;
}

/** Where the focus goes when a form is not sent. */
export function useFocusFirst(): FocusFirst {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<ReadonlySet<string>>(undefined);
  // After the render that shows the errors, so that the field is announced together with its error.
  useEffect(() => {
    if (!wanted.current) return;
    focusFirst(form.current, wanted.current);
    wanted.current = undefined;
  });
  const attach = useCallback((node: HTMLFormElement | null) => {
    form.current = node;
  }, []);
  const focus = useCallback((names: readonly string[]) => {
    wanted.current = new Set(names);
  }, []);
  const focusUnreadable = useCallback(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    const unreadable = fields.filter(({ validity }) => validity.customError);
    // Fires the event by which a field shows its message.
    for (const field of unreadable) field.checkValidity();
    unreadable[0]?.focus();
    return unreadable.length > 0;
  }, []);
  return { attach, focus, focusUnreadable };
}
