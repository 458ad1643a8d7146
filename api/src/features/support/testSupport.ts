import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Attachment, ConversationThread, ErrorBody, Finding } from '@ezdash/contracts';
import {
  type Answer,
  type AppWorld,
  createAuditLog,
  type FakeClock,
  fakeClock,
  type MadeUser,
  openApp,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { type Answered, type Asked, createSupportFeature, type Diagnose, type SupportFeature } from '.';

export interface SupportWorld extends AppWorld {
  clock: FakeClock;
  support: SupportFeature;
  publisher: ReturnType<typeof createTestPublisher>;
  answered: Answered[];
  /** That customers wait, and the conversations in which nobody does any more, as operators are told. */
  asked: Asked[];
  over: number[];
  /** What customers have seen, as others are told. */
  reads: { userId: number; conversationId: number }[];
  audit: ReturnType<typeof createAuditLog>;
  /** Where the files lie. */
  folder: string;
  /** Opens a conversation; a person is asked at once unless said otherwise. */
  openConversation(user: MadeUser, more?: object): Promise<Answer<ConversationThread & ErrorBody>>;
  upload(
    user: MadeUser,
    name: string,
    bytes: Buffer,
    more?: UploadMore,
  ): Promise<Answer<Attachment & ErrorBody>>;
}

interface UploadMore {
  type?: string;
  path?: string;
}

export const FOUND: Finding = {
  kind: 'campaign-in-review',
  subject: { id: 'c_1000', name: 'Spring', href: '/advertiser/campaigns/c_1000' },
  facts: { submitted_at: '2026-11-16T10:00:00.000Z', ahead: 2 },
  action: null,
};

/** The app with support alone; `diagnose` in place of the look at the figures. */
export async function openSupport(diagnose?: Diagnose): Promise<SupportWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-support-'));
  const clock = fakeClock();
  const publisher = createTestPublisher();
  const answered: Answered[] = [];
  const reads: SupportWorld['reads'] = [];
  const asked: Asked[] = [];
  const over: number[] = [];
  const audit = createAuditLog();
  let support: SupportFeature | undefined;
  const world = await openApp(({ db }) => {
    support = createSupportFeature({
      db,
      clock,
      log: audit.log,
      dataDir,
      publisher,
      diagnose,
      onAnswered: async (_trx, answer) => {
        answered.push(answer);
      },
      onRead: async (_trx, read) => {
        reads.push(read);
      },
      onAsked: async (_trx, question) => {
        asked.push(question);
      },
      onAskingOver: async (_trx, { conversationId }) => {
        over.push(conversationId);
      },
    });
    return { mounts: support.mounts, clock, log: audit.log };
  });
  if (!support) throw new Error('The feature was not made');

  return {
    ...world,
    clock,
    support,
    publisher,
    answered,
    asked,
    over,
    reads,
    audit,
    folder: path.join(dataDir, 'support'),
    openConversation: async (user, more = {}) => {
      const client = await world.clientOf(user);
      const body = { client_id: randomUUID(), subject: 'A question', body: 'How does it work?', ...more };
      return client.post('/api/support/conversations', { skip_diagnosis: true, ...body });
    },
    upload: async (user, name, bytes, { type = 'application/octet-stream', path: at } = {}) => {
      const client = await world.clientOf(user);
      const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
      return client.request(`${at ?? '/api/support/attachments'}?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: {
          'Content-Type': type,
          'X-CSRF-TOKEN': body.csrf_token,
          'X-Requested-With': 'XMLHttpRequest',
        },
        body: new Uint8Array(bytes),
      });
    },
    close: async () => {
      await world.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
