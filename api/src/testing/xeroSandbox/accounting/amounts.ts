/** Half away from zero at so many places, without the error of binary fractions (1.005 becomes 1.01). */
export function round(value: number, places = 2): number {
  if (Math.abs(value) < 1e-6) return 0;
  const text = Math.abs(value).toPrecision(15);
  const scaled = Math.round(Number(`${Number(text)}e${places}`));
  return (Math.sign(value) * scaled) / 10 ** places || 0;
}

export const sum = (values: readonly number[]) => round(values.reduce((all, each) => all + each, 0));

/** In per cent. What a tax is called differs by country; these are the sandbox's. */
export const TAX_RATES: Readonly<Record<string, number>> = {
  NONE: 0,
  EXEMPTOUTPUT: 0,
  ZERORATEDOUTPUT: 0,
  EXEMPTINPUT: 0,
  OUTPUT: 15,
  OUTPUT2: 20,
  INPUT: 15,
  INPUT2: 20,
};

export type LineAmountTypes = 'Exclusive' | 'Inclusive' | 'NoTax';

/** Of an amount on a line. */
export function taxOf(amount: number, taxType: string, types: LineAmountTypes): number {
  const rate = types === 'NoTax' ? 0 : (TAX_RATES[taxType] ?? 0) / 100;
  return round(types === 'Inclusive' ? amount - amount / (1 + rate) : amount * rate);
}
