import type { Request } from 'express';

/** A call of express-session that answers by a callback. */
export const settle = (run: (done: (error: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()));
  });

/**
 * Writes the session now. express-session writes it while the answer leaves and holds back the last byte alone: a
 * browser follows a redirection by its head, and would be somebody else on the next page as long as the row is missing.
 */
export const saveSession = ({ session }: Request): Promise<void> => settle((done) => session.save(done));
