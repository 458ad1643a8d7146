import type { Request } from 'express';
import { byPerson, byToken, type ChangedBy } from '../campaigns';

/** What a program changes is its token's doing in the history. */
export const handOf = ({ req, user }: { req: Request; user: { id: number } }): ChangedBy =>
  req.apiToken ? byToken(req.apiToken.id) : byPerson(user.id);
