/** Every timezone that the browser knows, UTC and the reader's own first; the chosen one also under an older name. */
export function timezoneOptions(chosen: string, own: string): { value: string; label: string }[] {
  const names = new Set(['UTC', own, chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
