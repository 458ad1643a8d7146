import { PAYMENT_METHODS_MOST, type Role } from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { CallPolicy, Gateway, PaymentKind } from '../gateways';
import type { Mail } from '../mail';

/** What every part of the service is made of. */
export interface PaymentMethodsServiceDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: the queue that gives methods back to their gateways is registered here. */
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  log: Log;
  /** The server's own; the key for the gateways' tokens is derived from it. */
  secret: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  gateways: readonly Gateway[];
  policy?: CallPolicy;
}

/** Advertisers pay, publishers are paid. */
export const kindOf = (role: Role): PaymentKind => (role === 'publisher' ? 'bank_account' : 'card');

export const gatewaysFor = (gateways: readonly Gateway[], kind: PaymentKind): Gateway[] =>
  gateways.filter(({ kinds }) => kinds.includes(kind));

export const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;

export const noMethod = () => new NotFoundError('No such payment method');
export const noSetup = () => new NotFoundError('No such visit to a payment gateway');
export const tooManyMethods = () =>
  new ConflictError(
    `You have ${PAYMENT_METHODS_MOST} payment methods already. Remove one first`,
    'TOO_MANY_METHODS',
  );
