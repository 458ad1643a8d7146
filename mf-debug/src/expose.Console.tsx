import { Route, Routes } from 'react-router-dom';
import { ConsoleGate } from './features/console/ConsoleGate';
import { AccountingPage } from './pages/AccountingPage';
import { AuditPage } from './pages/AuditPage';
import { ConversationsPage } from './pages/ConversationsPage';
import { CreditPage } from './pages/CreditPage';
import { DeadLettersPage } from './pages/DeadLettersPage';
import { ExchangesPage } from './pages/ExchangesPage';
import { InvalidTrafficPage } from './pages/InvalidTrafficPage';
import { NewNewsPage, NewsEditorPage } from './pages/NewsEditorPage';
import { NewsPage } from './pages/NewsPage';
import { OverviewPage } from './pages/OverviewPage';
import { PaymentsPage } from './pages/PaymentsPage';
import { PayoutsPage } from './pages/PayoutsPage';
import { PromoCodesPage } from './pages/PromoCodesPage';
import { ReferralsPage } from './pages/ReferralsPage';
import { RemotePage } from './pages/RemotePage';
import { RemotesPage } from './pages/RemotesPage';
import { ReviewPage } from './pages/ReviewPage';
import { SessionsPage } from './pages/SessionsPage';
import { StaffPage } from './pages/StaffPage';
import { UserPage } from './pages/UserPage';
import { UsersPage } from './pages/UsersPage';
import { registerTexts } from './registerTexts';

registerTexts();

/** The operator's console: its pages behind the gate of the debug session. */
export default function Console() {
  return (
    <ConsoleGate>
      <Routes>
        <Route path="/admin" element={<OverviewPage />} />
        <Route path="/admin/review" element={<ReviewPage />} />
        <Route path="/admin/conversations/:id?" element={<ConversationsPage />} />
        <Route path="/admin/news" element={<NewsPage />} />
        <Route path="/admin/news/new" element={<NewNewsPage />} />
        <Route path="/admin/news/:id" element={<NewsEditorPage />} />
        <Route path="/admin/users" element={<UsersPage />} />
        <Route path="/admin/users/:id" element={<UserPage />} />
        <Route path="/admin/staff" element={<StaffPage />} />
        <Route path="/admin/payments" element={<PaymentsPage />} />
        <Route path="/admin/payouts" element={<PayoutsPage />} />
        <Route path="/admin/credit-lines" element={<CreditPage />} />
        <Route path="/admin/promo-codes" element={<PromoCodesPage />} />
        <Route path="/admin/referrals" element={<ReferralsPage />} />
        <Route path="/admin/invalid-traffic" element={<InvalidTrafficPage />} />
        <Route path="/admin/exchanges" element={<ExchangesPage />} />
        <Route path="/admin/accounting" element={<AccountingPage />} />
        <Route path="/admin/dead-letters" element={<DeadLettersPage />} />
        <Route path="/admin/remotes" element={<RemotesPage />} />
        <Route path="/admin/remotes/:name" element={<RemotePage />} />
        <Route path="/admin/audit" element={<AuditPage />} />
        <Route path="/admin/sessions" element={<SessionsPage />} />
      </Routes>
    </ConsoleGate>
  );
}
