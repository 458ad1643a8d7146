import type { OperatorUserDetail } from '@ezdash/contracts';
import { AppLink, Panel, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import { STANDINGS } from './standings';

/** Who it is, how the account stands, and what it holds. */
export function UserFacts({ detail }: { detail: OperatorUserDetail }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { user, status_reason: reason, campaigns, properties, manager } = detail;
  const { first_name: first, last_name: last, company_name: company, phone_number: phone } = user.profile;
  const person = [first, last].filter(Boolean).join(' ');
  const money = (micros: number) => format.money(micros);
  return (
    <Panel title={t('console.user.account')}>
      <Facts
        rows={[
          [
            t('console.user.id'),
            <span key="id" className="ez-mono">
              {user.id}
            </span>,
          ],
          [
            t('console.user.email'),
            <a key="email" href={`mailto:${user.email}`} dir="ltr">
              {user.email}
            </a>,
          ],
          [t('console.user.verified'), t(user.verified ? 'console.yes' : 'console.no')],
          [t('console.users.role'), t(`console.role.${user.role}`)],
          [
            t('console.users.status'),
            <Status key="status" state={STANDINGS[user.status]} plain reason={reason} stacked />,
          ],
          [t('console.users.type'), user.account_type.name],
          manager === undefined
            ? null
            : [
                t('console.user.manager'),
                manager ? <bdi key="manager">{manager.name}</bdi> : t('console.user.nobody'),
              ],
          [t('console.user.username'), <bdi key="username">{user.username}</bdi>],
          person ? [t('console.user.name'), <bdi key="name">{person}</bdi>] : null,
          company ? [t('console.user.company'), <bdi key="company">{company}</bdi>] : null,
          phone ? [t('console.user.phone'), <bdi key="phone">{phone}</bdi>] : null,
          [t('console.users.created'), format.dateTime(user.created_at)],
          [
            t('console.users.lastSignIn', { zone: format.timezone }),
            user.last_login_at ? format.dateTime(user.last_login_at) : t('console.never'),
          ],
          user.role === 'advertiser'
            ? [
                t('console.users.balance'),
                t('console.user.balanceText', {
                  balance: money(user.balance.balance),
                  available: money(user.balance.available_balance),
                  spent: money(user.balance.total_spent),
                }),
              ]
            : null,
          user.role === 'publisher'
            ? [
                t('console.user.earnings'),
                t('console.user.earningsText', {
                  pending: money(user.balance.pending),
                  payable: money(user.balance.payable),
                }),
              ]
            : null,
          campaigns
            ? [
                t('console.user.campaigns'),
                t('console.user.campaignsText', {
                  count: campaigns.total,
                  running: format.count(campaigns.running),
                }),
              ]
            : null,
          properties
            ? [
                t('console.user.properties'),
                t('console.user.propertiesText', {
                  count: properties.total,
                  approved: format.count(properties.approved),
                }),
              ]
            : null,
          user.role === 'admin'
            ? null
            : [
                t('console.user.payments'),
                <AppLink
                  key="payments"
                  className="ez-link"
                  href={`/admin/payments?search=${encodeURIComponent(user.email)}`}
                >
                  {t('console.user.allPayments')}
                </AppLink>,
              ],
        ]}
      />
    </Panel>
  );
}
