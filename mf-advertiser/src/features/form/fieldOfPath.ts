/** A dimension of the targeting, or one side of it, as the contract's paths name it. */
export type TargetingPart = `targeting.${string}`;

/** Of a campaign's targeting, the choices that have a field of their own in the forms. */
const OWN_FIELD = /^targeting\.(countries|devices)\.include\b/;

/** Whether it is about the properties or zones, which stand apart from the rest of the targeting. */
export const isOfPlaces = (path: string): boolean => /^targeting\.(properties|zones)\b/.test(path);

/** The part of the targeting that a path is about: `targeting.regions.include`; null when it is about another field. */
export function partOfPath(path: string): TargetingPart | null {
  if (OWN_FIELD.test(path)) return null;
  return (
    (/^targeting\.[a-z_]+(?:\.(?:include|exclude)\b)?/.exec(path)?.[0] as TargetingPart | undefined) ?? null
  );
}

/** Where the focus goes for a path of the server's errors. */
export const placeOfPath = (path: string): string => (OWN_FIELD.test(path) ? fieldOfPath(path) : path);

/**
 * The field of the forms that a path of the server's errors belongs to: `frequency_cap.count` and `creatives.0.name`
 * stand beside their field, `targeting.countries.include.3` beside the countries, the rest of `targeting` together.
 */
export function fieldOfPath(path: string): string {
  return OWN_FIELD.exec(path)?.[1] ?? path.split('.')[0] ?? path;
}
