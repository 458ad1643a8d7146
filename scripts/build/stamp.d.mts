export function wantsTypes(env: NodeJS.ProcessEnv): boolean;
export function stampOf(fingerprint: string, hasTypes: boolean): string;
export function isStampOf(stamp: string, fingerprint: string, withTypes: boolean): boolean;
