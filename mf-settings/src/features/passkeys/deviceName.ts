/** First match wins: every browser names others in its own name. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: typeof BROWSERS, agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** "Windows, Chrome": a first name for a passkey, which its owner may change; empty when nothing is known. */
export function deviceName(userAgent: string): string {
  return [nameIn(SYSTEMS, userAgent), nameIn(BROWSERS, userAgent)].filter(Boolean).join(', ');
}
