/** Of the normal distribution: 95 % lie within. */
const Z = 1.959964;

/** The 95 % interval of a share that was seen in so many equally weighted cases (Wilson's score); all of it for none. */
export function wilson(share: number, cases: number): { low: number; high: number } {
  if (cases <= 0) return { low: 0, high: 1 };
  const square = Z * Z;
  const centre = share + square / (2 * cases);
  const spread = Z * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases * cases));
  const scale = 1 + square / cases;
  // Rounding must not push a bound over the share itself.
  return {
    low: Math.max(0, Math.min(share, (centre - spread) / scale)),
    high: Math.min(1, Math.max(share, (centre + spread) / scale)),
  };
}
