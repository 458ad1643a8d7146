const CONTROLS = 'input:not([type="hidden"], [hidden]), button, textarea';

function findField(controls: readonly HTMLElement[], field: string): HTMLElement | undefined {
  const found =
    controls.find((control) => control.getAttribute('name') === field) ??
    controls.find((control) => control.closest('[data-field]')?.getAttribute('data-field') === field);
  const shorter = field.slice(0, Math.max(0, field.lastIndexOf('.')));
  return found ?? (shorter === '' ? undefined : findField(controls, shorter));
}

/**
 * Moves focus to a field by its name in the contract. Groups (devices, choices) carry `data-field` and give it to
 * their first control; a path that no field has leads to what it lies in.
 * @returns whether there was such a field on the page
 */
export function focusField(field: string): boolean {
  // Compared, not built into a selector: the name may come from a server's answer.
  const found = findField([...document.querySelectorAll<HTMLElement>(CONTROLS)], field);
  // Folded away, it could not take the focus.
  const fold = found?.closest('details');
  if (fold) fold.open = true;
  found?.focus();
  // What sticks to the bottom may lie over a field that is in sight; and a tab that was opened for it, an address of its
  // own, puts the page back to its top first.
  requestAnimationFrame(() => found?.scrollIntoView?.({ block: 'center' }));
  return found !== undefined;
}
