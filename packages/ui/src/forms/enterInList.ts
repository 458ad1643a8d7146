import type { KeyboardEvent } from 'react';

const MARKED = '[data-combobox-selected]';
const OPTION = '[role="option"]:not([data-combobox-disabled])';
const CHOSEN = '[role="option"][aria-selected="true"]';

/**
 * Enter while a list is open is for the list, never for the form around it: it takes what is marked, and of what was
 * searched the first match. The library leaves it to the form where nothing is marked.
 */
function takeFirst(event: KeyboardEvent<HTMLInputElement>, isOfSeveral: boolean): void {
  const { currentTarget: field, nativeEvent } = event;
  const isOpen = field.getAttribute('aria-expanded') === 'true';
  if (event.key !== 'Enter' || nativeEvent.isComposing || !isOpen) return;
  event.preventDefault();
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const searched = field.readOnly ? '' : field.value.trim();
  // A field that was only opened shows the name of what is chosen: nothing was searched.
  if (
    !list ||
    searched === '' ||
    list.querySelector(MARKED) ||
    list.querySelector(CHOSEN)?.textContent === searched
  )
    return;
  const first = list.querySelector<HTMLElement>(OPTION);
  // Of several, one that is chosen already would be taken out.
  if (first && !(isOfSeveral && first.matches(CHOSEN))) first.click();
}

type Press = KeyboardEvent<HTMLInputElement>;
export const enterInList = { onKeyDown: (event: Press): void => takeFirst(event, false) };
export const enterInListOfSeveral = { onKeyDown: (event: Press): void => takeFirst(event, true) };
