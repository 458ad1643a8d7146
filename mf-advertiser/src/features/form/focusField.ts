const CONTROLS = 'input:not([type="hidden"], [hidden]), button, textarea';

/**
 * Moves focus to a field by its name in the contract. Groups (devices, choices) carry `data-field` and give it to
 * their first control.
 * @returns whether there was such a field on the page
 */
export function focusField(field: string): boolean {
  // Compared, not built into a selector: the name may come from a server's answer.
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  const found =
    controls.find((control) => control.getAttribute('name') === field) ??
    controls.find((control) => control.closest('[data-field]')?.getAttribute('data-field') === field);
  found?.focus();
  return found !== undefined;
}
