import { z } from 'zod';

/** So many faults say what is wrong; nobody reads more of them. */
export const MOST_FAULTS = 20;

/**
 * A list of at most `most` elements. Unlike `z.array(…).max(…)`, which looks at every element before it counts them,
 * it counts first and stops at the 20th fault: what anybody may send costs no more to refuse than to take.
 */
export function limitedList<T extends z.ZodType>(each: T, most: number, empty?: string) {
  return z.unknown().transform((value, check): z.output<T>[] => {
    if (!Array.isArray(value) || value.length > most) {
      check.addIssue({ code: 'custom', message: `Must be a list of at most ${most}` });
      return z.NEVER;
    }
    if (value.length === 0 && empty !== undefined) check.addIssue({ code: 'custom', message: empty });
    const taken: z.output<T>[] = [];
    let faults = 0;
    for (let index = 0; index < value.length && faults < MOST_FAULTS; index += 1) {
      const parsed = each.safeParse(value[index]);
      if (parsed.success) taken.push(parsed.data);
      else
        for (const { message, path } of parsed.error.issues.slice(0, MOST_FAULTS - faults)) {
          check.addIssue({ code: 'custom', message, path: [index, ...path] });
          faults += 1;
        }
    }
    return taken;
  });
}
