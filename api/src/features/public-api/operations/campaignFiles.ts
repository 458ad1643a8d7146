import {
  campaignImportAnswer,
  campaignImportPreview,
  campaignSavedView,
  campaignSetQuery,
  campaignViewInput,
  campaignViews,
  placeList,
  placeQuery,
} from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { translateMessage } from '../../../locales';
import { UnsupportedTypeError } from '../../../platform/errors';
import { idempotencyKey, requestLocale, route } from '../../../platform/http';
import { type CampaignsFeature, campaignFileOf, readCampaignFile } from '../../campaigns';
import { handOf } from '../handOf';
import { body, CSV_FILE, idParams, named, type Operation, operation } from '../operation';

const shared = { tag: 'Campaigns', role: 'advertiser' } as const;
const VIEW = named('CampaignView', campaignSavedView);
const VIEWS = named('CampaignViews', campaignViews);
const VIEW_INPUT = body('CampaignViewInput', campaignViewInput);
const VIEW_EXAMPLE = {
  name: 'Running in Germany',
  settings: {
    group: 'running',
    pricing: null,
    q: 'DE',
    sort: 'spend',
    direction: 'descending',
    columns: null,
  },
};

type Deps = Pick<CampaignsFeature, 'places' | 'imports' | 'views' | 'send'>;

/** What is no CSV is refused before it is read. */
const readCsv: RequestHandler[] = [
  (req, _res, next) =>
    next(req.is('text/csv') === false ? new UnsupportedTypeError('Send the file as text/csv') : undefined),
  readCampaignFile,
];

function files({ imports, send }: Deps): Operation[] {
  const csv = { ...shared, readImage: readCsv, bodyType: 'text/csv' } as const;
  return [
    {
      ...shared,
      id: 'exportCampaigns',
      method: 'get',
      path: '/campaigns/export',
      scope: 'read',
      summary: 'The campaigns that match as a CSV file that can be changed and sent back',
      status: 200,
      query: campaignSetQuery,
      takesImage: false,
      file: 'text/csv',
      answer: CSV_FILE,
      handlers: [
        route({ query: campaignSetQuery }, ({ query, user, res, log }) => send(user.id, query, { res, log })),
      ],
    },
    operation(
      {
        ...csv,
        id: 'previewCampaignImport',
        method: 'post',
        path: '/campaigns/import/preview',
        scope: 'write',
        summary: 'What a CSV file of campaigns would do; nothing is stored',
        answer: named('CampaignImportPreview', campaignImportPreview),
      },
      async ({ user, req }) => {
        const preview = await imports.preview(user.id, campaignFileOf(req));
        const locale = requestLocale(req);
        const troubles = preview.troubles.map((each) => ({
          ...each,
          message: translateMessage(locale, each.message),
        }));
        return { ...preview, troubles };
      },
    ),
    operation(
      {
        ...csv,
        id: 'importCampaigns',
        method: 'post',
        path: '/campaigns/import',
        scope: 'write',
        summary: 'Do what the preview of this CSV file said, all of it or nothing; needs an Idempotency-Key',
        query: z.object({ plan: z.string().min(1).max(100) }),
        answer: named('CampaignImportAnswer', campaignImportAnswer),
      },
      async ({ user, req, query: { plan } }) => {
        const key = idempotencyKey(req);
        return imports.apply(user.id, campaignFileOf(req), { plan, key, by: handOf({ user, req }) });
      },
    ),
  ];
}

function savedViews({ views }: Deps): Operation[] {
  return [
    operation(
      {
        ...shared,
        id: 'listCampaignViews',
        method: 'get',
        path: '/campaigns/views',
        scope: 'read',
        summary: 'Saved ways to look at the list of campaigns',
        answer: VIEWS,
      },
      ({ user }) => views.list(user.id),
    ),
    operation(
      {
        ...shared,
        id: 'createCampaignView',
        method: 'post',
        path: '/campaigns/views',
        scope: 'write',
        status: 201,
        summary: 'Save a way to look at the list of campaigns',
        body: VIEW_INPUT,
        example: VIEW_EXAMPLE,
        answer: VIEW,
      },
      ({ user, body: input }) => views.create(user.id, input),
    ),
    operation(
      {
        ...shared,
        id: 'replaceCampaignView',
        method: 'put',
        path: '/campaigns/views/{id}',
        scope: 'write',
        summary: 'Change a saved way to look at the list of campaigns',
        params: idParams,
        body: VIEW_INPUT,
        example: VIEW_EXAMPLE,
        answer: VIEW,
      },
      ({ user, params, body: input }) => views.replace(user.id, params.id, input),
    ),
    operation(
      {
        ...shared,
        id: 'deleteCampaignView',
        method: 'delete',
        path: '/campaigns/views/{id}',
        scope: 'write',
        summary: 'Delete a saved way to look at the list of campaigns; answers those that are left',
        params: idParams,
        answer: VIEWS,
      },
      async ({ user, params }) => {
        await views.remove(user.id, params.id);
        return views.list(user.id);
      },
    ),
  ];
}

/** Files of campaigns out and in, saved views of their list, and where campaigns may run. */
export function campaignFileOperations(deps: Deps): Operation[] {
  return [
    ...files(deps),
    ...savedViews(deps),
    operation(
      {
        ...shared,
        id: 'findPlaces',
        method: 'get',
        path: '/campaign-places',
        scope: 'read',
        summary: 'Properties or zones that a campaign may be narrowed to, with their traffic of 28 days',
        query: placeQuery,
        answer: named('PlaceList', placeList),
      },
      ({ user, query }) => deps.places.list(user.id, query),
    ),
  ];
}
