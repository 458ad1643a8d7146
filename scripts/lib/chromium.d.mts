export function findChromium(): Promise<string | null>;
export function installChromium(): Promise<string | null>;
