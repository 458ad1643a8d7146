import {
  floorAdvice,
  property,
  propertyDetail,
  propertyInput,
  propertyList,
  propertyUpdate,
  zone,
  zoneInput,
  zoneUpdate,
} from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { FloorAdviceService } from '../../estimates';
import { type PeriodQuery, periodOf, periodQuery, singleDay } from '../../figures';
import type { PropertiesFeature } from '../../properties';
import { body, idParams, named, type Operation, operation } from '../operation';
import { nextCursor, pageOf, pageQuery } from '../pages';

/** Besides the fields of the page's form: a property can be put away. */
const propertyChange = propertyUpdate.extend({ state: z.literal('archived').optional() });
const PROPERTY_ANSWER = named('Property', property);
const ZONE_ANSWER = named('Zone', zone);

type Deps = Pick<PropertiesFeature, 'properties'> & { floors: FloorAdviceService; clock: Clock };

function propertyOperations({ properties, clock }: Deps): Operation[] {
  const shared = { tag: 'Properties', role: 'publisher' } as const;
  const period = (query: PeriodQuery) => periodOf(query, clock.now());
  return [
    operation(
      {
        ...shared,
        id: 'listProperties',
        method: 'get',
        path: '/properties',
        summary: 'All properties with their figures of the period',
        scope: 'read',
        query: periodQuery.extend(pageQuery.shape),
        answer: named('PropertyList', propertyList.extend(nextCursor)),
      },
      async ({ query, user }) => {
        const { properties: all, totals } = await properties.list(user.id, period(query));
        const { rows, next_cursor } = pageOf('property', all, query);
        return { properties: rows, totals, next_cursor };
      },
    ),
    operation(
      {
        ...shared,
        id: 'createProperty',
        method: 'post',
        path: '/properties',
        summary: 'Add a property',
        scope: 'write',
        status: 201,
        body: body('PropertyInput', propertyInput),
        example: { name: 'Field notes', domain: 'notes.example.com', category: 'science', language: 'en' },
        answer: PROPERTY_ANSWER,
      },
      (context) => properties.create(context.user.id, context.body, singleDay(clock.now())),
    ),
    operation(
      {
        ...shared,
        id: 'getProperty',
        method: 'get',
        path: '/properties/{id}',
        summary: 'One property with its zones',
        scope: 'read',
        params: idParams,
        query: periodQuery,
        answer: named('PropertyDetail', propertyDetail),
      },
      ({ params, query, user }) => properties.get(user.id, params.id, period(query)),
    ),
    operation(
      {
        ...shared,
        id: 'updateProperty',
        method: 'patch',
        path: '/properties/{id}',
        summary: 'Change or archive a property; only the fields that are sent',
        scope: 'write',
        params: idParams,
        query: periodQuery,
        body: body('PropertyUpdate', propertyChange),
        example: { category: 'news' },
        answer: PROPERTY_ANSWER,
      },
      (context) => properties.update(context.user.id, context.params.id, context.body, period(context.query)),
    ),
  ];
}

function zoneOperations({ properties, floors, clock }: Deps): Operation[] {
  const shared = {
    tag: 'Zones',
    role: 'publisher',
    scope: 'write',
    params: idParams,
  } as const;
  return [
    operation(
      {
        ...shared,
        id: 'createZone',
        method: 'post',
        path: '/properties/{id}/zones',
        summary: 'Add a zone to a property; its size is fixed from then on',
        status: 201,
        body: body('ZoneInput', zoneInput),
        example: {
          name: 'Article, top',
          size: { width: 728, height: 90 },
          floor_micros: 500_000,
          fallback: 'collapse',
        },
        answer: ZONE_ANSWER,
      },
      (context) =>
        properties.createZone(context.user.id, context.params.id, context.body, singleDay(clock.now())),
    ),
    operation(
      {
        ...shared,
        id: 'updateZone',
        method: 'patch',
        path: '/zones/{id}',
        summary: 'Change, pause or archive a zone; only the fields that are sent',
        query: periodQuery,
        body: body('ZoneUpdate', zoneUpdate),
        example: { state: 'paused' },
        answer: ZONE_ANSWER,
      },
      (context) =>
        properties.updateZone(
          context.user.id,
          context.params.id,
          context.body,
          periodOf(context.query, clock.now()),
        ),
    ),
    operation(
      {
        id: 'getFloorAdvice',
        method: 'get',
        path: '/zones/{id}/floor-advice',
        tag: 'Zones',
        role: 'publisher',
        scope: 'read',
        summary: 'What other floors would have earned of the auctions that were recorded',
        params: idParams,
        answer: named('FloorAdvice', floorAdvice),
      },
      ({ params, user }) => floors.advise(user.id, params.id),
    ),
  ];
}

export function publishingOperations(deps: Deps): Operation[] {
  return [...propertyOperations(deps), ...zoneOperations(deps)];
}
