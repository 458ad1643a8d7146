/** A secret as it is read out and typed: in groups of four. */
export function secretGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
