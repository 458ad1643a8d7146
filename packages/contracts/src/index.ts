/** All that both sides know: shapes of requests and answers, constants, ids. */
export * from './accounts';
export * from './campaigns';
export * from './common';
export * from './constants';
export * from './debugTool';
export * from './ids';
export * from './proofs';
export * from './publicApi';
export * from './publishing';
export * from './remotes';
export * from './reporting';
export * from './review';
export * from './serving';
