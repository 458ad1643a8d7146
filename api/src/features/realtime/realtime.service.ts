import {
  type channelAuthAnswer,
  type channelAuthRequest,
  publicId,
  type userAuthAnswer,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { ViewOnlyError } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { ForbiddenError, UnauthorizedError } from '../../platform/errors';
import { type MayJoinConversation, mayListen, memberOf, type Person } from './channelRules';
import type { Signer } from './createSigner';
import { bindNote, type SessionOf } from './notes';
import { findPerson, findViewed } from './people.repo';

export interface RealtimeServiceDeps {
  db: Db;
  signer: Signer;
  mayJoinConversation: MayJoinConversation;
  /**
   * Remembers whose a connection of this server is, so that it ends with them; false when it is none of this server.
   * Missing where connections end elsewhere.
   */
  bind?(socketId: string, of: SessionOf): boolean;
}

/** The session that a call came with, or the view with a user's eyes that it is part of. */
export type Asking = SessionOf & ({ sid: string; viewId?: undefined } | { viewId: number });

/** Signs for connections what their owners may listen to. */
export function createRealtimeService({ db, signer, mayJoinConversation, bind }: RealtimeServiceDeps) {
  /**
   * First the connection is bound to who asks, then it is read who that is: a session that ends, or a role that is lost,
   * is either seen here or told to the server that has the connection by now.
   */
  async function identify(socketId: string, asking: Asking): Promise<Person> {
    const of = { userId: asking.userId, session: asking.session };
    // Notifications arrive in the order of their transactions: this one before any that ends the session later.
    if (bind && !bind(socketId, of))
      await sql`SELECT pg_notify('realtime', ${bindNote(socketId, of)})`.execute(db);
    const person = await (asking.viewId === undefined
      ? findPerson(db, asking.sid)
      : findViewed(db, asking.viewId));
    if (person?.id !== of.userId) throw new UnauthorizedError();
    return person;
  }

  return {
    /** @throws 403 for who may not listen to it, and for channels that there are none of */
    async authorizeChannel(
      asking: Asking,
      { socket_id, channel_name }: z.output<typeof channelAuthRequest>,
    ): Promise<z.infer<typeof channelAuthAnswer>> {
      // The others would see somebody who is not there.
      if (asking.viewId !== undefined && channel_name.startsWith('presence-')) throw new ViewOnlyError();
      const person = await identify(socket_id, asking);
      if (!(await mayListen(person, channel_name, mayJoinConversation))) throw new ForbiddenError();
      if (!channel_name.startsWith('presence-')) return { auth: signer.sign(socket_id, channel_name) };
      const member = { user_id: publicId('user', person.id), user_info: memberOf(person) };
      const channelData = JSON.stringify(member);
      return { auth: signer.sign(socket_id, channel_name, channelData), channel_data: channelData };
    },

    /** What `pusher:signin` needs. */
    async authenticateUser(asking: Asking, socketId: string): Promise<z.infer<typeof userAuthAnswer>> {
      const person = await identify(socketId, asking);
      const userData = JSON.stringify({ id: publicId('user', person.id) });
      return { auth: signer.signUser(socketId, userData), user_data: userData };
    },
  };
}

export type RealtimeService = ReturnType<typeof createRealtimeService>;
