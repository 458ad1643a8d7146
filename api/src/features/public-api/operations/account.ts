import { apiAccount, apiBalance } from '@ezdash/contracts';
import { UnauthorizedError } from '../../../platform/errors';
import type { AccountsService } from '../../accounts';
import { named, type Operation, operation } from '../operation';

export function accountOperations(accounts: Pick<AccountsService, 'user'>): Operation[] {
  return [
    operation(
      {
        id: 'getAccount',
        method: 'get',
        path: '/account',
        tag: 'Account',
        summary: 'Whose token this is and what it opens',
        scope: 'read',
        answer: named('Account', apiAccount),
      },
      async ({ user, req }) => {
        const { id, email, role, status, account_type, profile } = await accounts.user(user.id);
        if (!req.apiToken) throw new UnauthorizedError();
        const { view } = req.apiToken;
        return {
          id,
          email,
          company_name: profile.company_name,
          role,
          status,
          account_type,
          token: { id: view.id, name: view.name, scopes: view.scopes, expires_at: view.expires_at },
        };
      },
    ),
    operation(
      {
        id: 'getBalance',
        method: 'get',
        path: '/balance',
        tag: 'Account',
        summary: 'What the account holds, may spend and is owed',
        scope: 'finance',
        answer: named('Balance', apiBalance),
      },
      async ({ user }) => (await accounts.user(user.id)).balance,
    ),
  ];
}
