/** "+01:00" of a zone at a moment; empty when the browser cannot say. */
function offsetOf(timezone: string, at: Date): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return part?.value.replace('GMT', '') || '+00:00';
}

/** The zone the browser is in; null when it does not say one. */
export function deviceTimezone(): string | null {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}

/**
 * Every zone the browser knows, as `Europe/Berlin` with its present offset, UTC first. `chosen` is among them also when
 * the browser lists it under an older name.
 */
export function timezoneOptions(at: Date, chosen = 'UTC'): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  const missing = chosen !== 'UTC' && !known.includes(chosen) ? [chosen] : [];
  return ['UTC', ...missing, ...known].map((zone) => ({
    value: zone,
    label: zone === 'UTC' ? 'UTC' : `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})`,
  }));
}
