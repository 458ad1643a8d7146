/**
 * `ref` of a field that people fill in their own language: its text runs as that does. Not `dir`, which Mantine gives to
 * the box around the field: there are no words in it to go by.
 */
export function anyDirection(field: HTMLElement | null): void {
  field?.setAttribute('dir', 'auto');
}
