import { isIPv4, isIPv6 } from 'node:net';

/** So many faults say what is wrong; nobody reads more of them. */
export const MOST_FAULTS = 20;

/** What nobody can answer, by its path. */
export class Faults {
  readonly found: { path: (string | number)[]; message: string }[] = [];
  /** Where the reader is. */
  readonly path: (string | number)[] = [];

  /** Of what is read now, or of something in it. */
  add(message: string, ...inside: (string | number)[]): void {
    this.found.push({ path: [...this.path, ...inside], message });
  }
}

/**
 * What a request may leave out is read leniently: whatever is null, empty, of the wrong type or odd is unknown
 * (undefined). One odd field must not cost the good ones beside it. By hand: a request is read before it is known
 * whether anybody bids, and a schema takes three times as long.
 */
export type Reader<T> = (value: unknown, faults: Faults) => T;

type Unknowable<S> = {
  [K in keyof S]: S[K] extends Reader<infer T> ? (undefined extends T ? K : never) : never;
}[keyof S];
type ValueOf<R> = R extends Reader<infer T> ? T : never;
type Values<S> = { [K in Exclude<keyof S, Unknowable<S>>]: ValueOf<S[K]> } & {
  [K in Unknowable<S>]?: ValueOf<S[K]>;
};

/** What a reader finds when it is not unknown. */
export type Known<R> = NonNullable<ValueOf<R>>;

/** An object with fields of its own; what it has beside them is passed over. */
export function record<S extends Record<string, Reader<unknown>>>(shape: S): Reader<Values<S> | undefined> {
  const fields = Object.entries(shape);
  return (value, faults) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      faults.path.push(name);
      const each = read((value as Record<string, unknown>)[name], faults);
      faults.path.pop();
      if (each !== undefined) found[name] = each;
    }
    return found as Values<S>;
  };
}

/**
 * A list, without the elements that are unknown. It is counted before it is looked at, and nobody looks behind the 20th
 * fault: what anybody may send costs no more to refuse than to take.
 */
export const list =
  <T>(read: Reader<T>, most: number): Reader<NonNullable<T>[] | undefined> =>
  (value, faults) => {
    if (!Array.isArray(value)) return undefined;
    const taken: NonNullable<T>[] = [];
    if (value.length > most) faults.add(`Must be a list of at most ${most}`);
    else
      for (let index = 0; index < value.length && faults.found.length < MOST_FAULTS; index += 1) {
        faults.path.push(index);
        const each = read(value[index], faults);
        faults.path.pop();
        if (each !== undefined && each !== null) taken.push(each);
      }
    return taken;
  };

/** A field that stands for something when it is unknown. */
export const orElse =
  <T>(read: Leaf<T>, fallback: T): Reader<T> =>
  (value) =>
    read(value) ?? fallback;

/** Of one value, which has no faults. */
export type Leaf<T> = (value: unknown) => T | undefined;

const where =
  <T>(read: Leaf<T>, fits: (value: T) => boolean): Leaf<T> =>
  (value) => {
    const found = read(value);
    return found !== undefined && fits(found) ? found : undefined;
  };

export const text: Leaf<string> = (value) => (typeof value === 'string' && value.trim()) || undefined;

/** Some exchanges write numbers as texts. */
const number: Leaf<number> = (value) => {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
};
export const whole = where(number, Number.isSafeInteger);
export const count = where(whole, (value) => value >= 0);
export const positive = where(whole, (value) => value > 0);
/** Dollars and the like per thousand impressions. */
export const cpm = where(number, (value) => value >= 0);
/** 0 or 1, also as a boolean. */
export const flag: Leaf<0 | 1> = (value) => {
  const found = typeof value === 'boolean' ? Number(value) : number(value);
  return found === 0 || found === 1 ? found : undefined;
};
/** ISO 4217, in whatever case. */
export const currency = where<string>(
  (value) => text(value)?.toUpperCase(),
  (value) => /^[A-Z]{3}$/.test(value),
);
export const ipv4 = where(text, isIPv4);
export const ipv6 = where(text, isIPv6);
/** As it came. */
export const anything: Leaf<unknown> = (value) => value;
