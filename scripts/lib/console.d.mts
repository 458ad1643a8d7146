export function seconds(ms: number): string;
export function step<T>(name: string, work: () => Promise<T>): Promise<T>;
export function giveUp(message: string): never;
