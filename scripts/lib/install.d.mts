export function ensureInstalled(): Promise<void>;
export function isInstalled(): boolean;
export function noteInstalled(): void;
