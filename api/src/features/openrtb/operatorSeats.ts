import {
  MAX_ROW,
  type OperatorSeat,
  type OperatorSeatMade,
  type OperatorSeats,
  operatorSeatInput,
  publicId,
  type SeatProperties,
  seatPropertyQuery,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, toNumber } from '../../platform/db';
import { NotFoundError, ValidationError } from '../../platform/errors';
import { type Mount, reply, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import { publicRowId } from '../figures';
import { findProperty, findSeatProperties } from './seatProperties.repo';
import { insertSeat, reportSeats, revokeSeat, type SeatReport } from './seats.repo';

interface SeatsDeps {
  db: Db;
  clock: Clock;
  /** Throws unless the person has proved lately who they are. */
  checkProof(req: Request): void | Promise<void>;
}
type Input = z.output<typeof operatorSeatInput>;

const REPORT_MS = 30 * 86_400_000;
const MOST_FOUND = 20;

/** What is no number is nobody's. */
const params = z.object({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

const presentProperty = ({ id, name, domain }: { id: number; name: string; domain: string }) => ({
  id: publicId('property', id),
  name,
  domain,
});

const presentSeat = (seat: SeatReport): OperatorSeat => ({
  id: seat.id,
  name: seat.name,
  property: presentProperty({ id: seat.propertyId, name: seat.propertyName, domain: seat.domain }),
  buyer_seat: seat.buyerSeat,
  click_macro: seat.clickMacro,
  requests_per_second: seat.requestsPerSecond,
  created_at: seat.createdAt.toISOString(),
  revoked_at: seat.revokedAt?.toISOString() ?? null,
  last_notice_at: seat.lastNoticeAt?.toISOString() ?? null,
  wins: seat.wins,
  losses: seat.losses,
  billed: seat.billed,
  billed_micros: toNumber(seat.billedMicros),
  impressions: seat.impressions,
  earned_micros: toNumber(seat.earnedMicros),
});

/** Exchanges as the network's staff add and revoke them; the command line calls the same functions. */
function createSeatsService({ db, clock }: SeatsDeps) {
  const list = async (): Promise<OperatorSeats> => {
    const seats = await reportSeats(db, new Date(clock.now().getTime() - REPORT_MS));
    return { seats: seats.map(presentSeat) };
  };
  return {
    list,

    async properties(search: string): Promise<SeatProperties> {
      const found = await findSeatProperties(db, search, publicRowId('property', search), MOST_FOUND);
      return { properties: found.map(presentProperty) };
    },

    /** Throws 422 (`property_id`). */
    async create({ property_id, name, buyer_seat, ...input }: Input): Promise<OperatorSeatMade> {
      const row = publicRowId('property', property_id);
      const property = row === null ? undefined : await findProperty(db, row);
      if (!property) throw new ValidationError({ property_id: ['There is no such property'] });
      const { id, key } = await insertSeat(db, {
        propertyId: property.id,
        name,
        buyerSeat: buyer_seat,
        clickMacro: input.click_macro,
        requestsPerSecond: input.requests_per_second,
      });
      const made = (await list()).seats.find((seat) => seat.id === id);
      if (!made) throw new NotFoundError();
      return { seat: made, key };
    },

    /** Throws 404 when there is none, or it is revoked. */
    async revoke(id: number): Promise<OperatorSeats> {
      if (!(await revokeSeat(db, id, clock.now()))) throw new NotFoundError();
      return list();
    },
  };
}

/** /api/operator/rtb-seats: admins only. */
export function createSeatsFeature(deps: SeatsDeps): { mounts: Mount[] } {
  const { checkProof } = deps;
  const service = createSeatsService(deps);
  const router = Router();
  router.use(requireAdmin);
  router.get('/', route(service.list));
  router.get(
    '/properties',
    route({ query: seatPropertyQuery }, ({ query }) => service.properties(query.search)),
  );
  router.post(
    '/',
    route({ body: operatorSeatInput }, async ({ body, req }) => {
      noteForAudit(req, { property_id: body.property_id });
      await checkProof(req);
      const made = await service.create(body);
      noteForAudit(req, { seat: made.seat.id });
      return reply(201, made);
    }),
  );
  router.post(
    '/:id/revoke',
    route({ params }, async ({ params: { id }, req }) => {
      noteForAudit(req, { seat: id });
      await checkProof(req);
      return service.revoke(id);
    }),
  );
  return { mounts: [{ path: '/api/operator/rtb-seats', router }] };
}
