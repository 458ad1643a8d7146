import type { Request } from 'express';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;
