import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

/**
 * The one API slice. It is born empty but for the session's endpoints (`session.ts`); each remote injects its own,
 * named after itself so that names are unique in the whole page.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Session',
    'Campaign',
    'ConversionGoal',
    'AdvertiserDashboard',
    'Property',
    'Zone',
    'PublisherDashboard',
    'Review',
    'Network',
    'Release',
    'Debug',
    'OwnSession',
    'Factor',
    'ApiToken',
    'Alert',
    'PaymentMethod',
    'Privacy',
    'SocialConnection',
    'Notice',
    'AlertDelivery',
    'HelpArticle',
    'Conversation',
    'OperatorConversation',
    'News',
    'OperatorNews',
    'Payment',
    'Funds',
    'Earnings',
    'OperatorMoney',
    'OperatorUser',
    'OperatorProperty',
    'Console',
  ],
  endpoints: () => ({}),
});
