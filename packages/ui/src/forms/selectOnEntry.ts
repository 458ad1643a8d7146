import type { FocusEvent, MouseEvent } from 'react';

/** Fields just entered, with what stood in them: the press that entered one is not over before its click. */
const entered = new WeakMap<HTMLInputElement, string>();

/**
 * A field that is searched by typing holds the name of what is chosen: entered, all of it is selected, so that what is
 * typed takes its place. Without that, a press of the mouse puts the caret behind it and "Berlin" becomes "UTCBerlin".
 */
export const selectOnEntry = {
  onFocus: ({ currentTarget: field }: FocusEvent<HTMLInputElement>): void => {
    if (field.readOnly) return;
    entered.set(field, field.value);
    field.select();
  },
  onClick: ({ currentTarget: field }: MouseEvent<HTMLInputElement>): void => {
    if (field.readOnly) return;
    // The browser puts the caret where the press was, after the focus. An open list is being searched: there the caret
    // may be put anywhere.
    const isEntry = entered.get(field) === field.value || field.getAttribute('aria-expanded') !== 'true';
    entered.delete(field);
    if (isEntry) field.select();
  },
};
