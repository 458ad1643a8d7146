/** 32 bits that depend on all bits of two numbers: draws of one decision that know nothing of each other. */
export function mix(random: number, id: number): number {
  let hash = Math.imul(random ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13), 0x165667b1);
  return (hash ^ (hash >>> 16)) >>> 0;
}
