export function remoteNames(): string[];
