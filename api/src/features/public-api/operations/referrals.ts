import {
  referralEarningQuery,
  referralEarnings,
  referralFunnel,
  referralFunnelQuery,
  referralLink,
  referralLinkInput,
  referralLinks,
} from '@ezdash/contracts';
import type { ReferralsFeature } from '../../referrals';
import { body, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const TAG = 'Referrals';

/** Of advertisers and publishers alike. */
export function referralOperations({
  links,
  funnel,
  earnings,
}: Pick<ReferralsFeature, 'links' | 'funnel' | 'earnings'>): Operation[] {
  return [
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
        body: body('ReferralLinkInput', referralLinkInput),
        example: { label: 'Newsletter' },
        answer: named('ReferralLink', referralLink),
      },
      (context) => links.create(context.user.id, context.body.label),
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
