import {
  referralBannerQuery,
  referralBanners,
  referralEarningQuery,
  referralEarnings,
  referralFunnel,
  referralFunnelQuery,
  referralLink,
  referralLinkInput,
  referralLinks,
  referralOverview,
} from '@ezdash/contracts';
import { requestLocale } from '../../../platform/http';
import type { ReferralsFeature } from '../../referrals';
import { body, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const TAG = 'Referrals';
const LINK_INPUT = body('ReferralLinkInput', referralLinkInput);

/** Of advertisers and publishers alike. */
export function referralOperations({
  links,
  funnel,
  earnings,
}: Pick<ReferralsFeature, 'links' | 'funnel' | 'earnings'>): Operation[] {
  const link = {
    tag: TAG,
    scope: 'write',
    params: idParams,
    answer: named('ReferralLink', referralLink),
  } as const;
  return [
    operation(
      {
        id: 'getReferrals',
        method: 'get',
        path: '/referrals',
        tag: TAG,
        // It tells what was earned.
        scope: 'finance',
        summary: 'The terms, your links, and what they earned: on hold, paid, returned',
        answer: named('ReferralOverview', referralOverview),
      },
      ({ user }) => links.overview(user.id),
    ),
    operation(
      {
        id: 'listReferralLinks',
        method: 'get',
        path: '/referrals/links',
        tag: TAG,
        scope: 'read',
        summary: 'Your referral links, with what each brought',
        answer: named('ReferralLinks', referralLinks),
      },
      async ({ user }) => ({ links: await links.list(user.id) }),
    ),
    operation(
      {
        id: 'createReferralLink',
        method: 'post',
        path: '/referrals/links',
        tag: TAG,
        scope: 'write',
        summary: 'Make a sub-link; the first link is made in the app, where the terms are agreed to',
        status: 201,
        body: LINK_INPUT,
        example: { label: 'Newsletter' },
        answer: named('ReferralLink', referralLink),
      },
      (context) => links.create(context.user.id, context.body.label),
    ),
    operation(
      {
        ...link,
        id: 'renameReferralLink',
        method: 'put',
        path: '/referrals/links/{id}',
        summary: 'Give a sub-link another name',
        body: LINK_INPUT,
        example: { label: 'Newsletter, spring' },
      },
      ({ user, params, body: input }) => links.rename(user.id, params.id, input.label),
    ),
    operation(
      {
        ...link,
        id: 'archiveReferralLink',
        method: 'post',
        path: '/referrals/links/{id}/archive',
        summary: 'Archive a sub-link; what it brought stays',
      },
      ({ user, params }) => links.archive(user.id, params.id),
    ),
    operation(
      {
        ...link,
        id: 'restoreReferralLink',
        method: 'post',
        path: '/referrals/links/{id}/restore',
        summary: 'Bring an archived sub-link back',
      },
      ({ user, params }) => links.restore(user.id, params.id),
    ),
    operation(
      {
        id: 'listReferralBanners',
        method: 'get',
        path: '/referrals/links/{id}/banners',
        tag: TAG,
        scope: 'read',
        summary: 'Banners for a link, with the markup to copy',
        params: idParams,
        query: referralBannerQuery,
        answer: named('ReferralBanners', referralBanners),
      },
      ({ user, params, query, req }) => links.banners(user.id, params.id, query.locale ?? requestLocale(req)),
    ),
    operation(
      {
        id: 'readReferralFunnel',
        method: 'get',
        path: '/referrals/funnel',
        tag: TAG,
        scope: 'read',
        summary: 'Clicks, sign-ups, active accounts and earnings by day and by link',
        query: referralFunnelQuery,
        answer: named('ReferralFunnel', referralFunnel),
      },
      ({ query, user }) => funnel.read(user.id, query),
    ),
    operation(
      {
        id: 'listReferralEarnings',
        method: 'get',
        path: '/referrals/earnings',
        tag: TAG,
        scope: 'finance',
        summary: 'What referrals earned, newest first: on hold, released or returned',
        query: cursorQuery.extend(referralEarningQuery.shape),
        answer: named('ReferralEarnings', referralEarnings.extend(nextCursor)),
      },
      async ({ user, query: { cursor, before, state } }) => {
        const list = await earnings.list(user.id, {
          before: beforeOf('referral-earnings', { cursor, before }),
          state,
        });
        return { ...list, next_cursor: writeCursor('referral-earnings', list.next) };
      },
    ),
  ];
}
