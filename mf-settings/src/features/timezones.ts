/** "+01:00" of a zone at a moment; empty when the browser cannot say. */
function offsetOf(timezone: string, at: Date): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return part?.value.replace('GMT', '') || '+00:00';
}

/** Every zone the browser knows, as `Europe/Berlin` with its present offset, UTC first. */
export function timezoneOptions(at: Date): { value: string; label: string }[] {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return zones.map((zone) => ({
    value: zone,
    label: zone === 'UTC' ? 'UTC' : `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})`,
  }));
}
