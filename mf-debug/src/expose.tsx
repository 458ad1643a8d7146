import { Route, Routes } from 'react-router-dom';
import { AccountingPage } from './pages/AccountingPage';
import { ConversationsPage } from './pages/ConversationsPage';
import { CreditPage } from './pages/CreditPage';
import { DeadLettersPage } from './pages/DeadLettersPage';
import { NewNewsPage, NewsEditorPage } from './pages/NewsEditorPage';
import { NewsPage } from './pages/NewsPage';
import { PaymentsPage } from './pages/PaymentsPage';
import { PayoutsPage } from './pages/PayoutsPage';
import { PromoCodesPage } from './pages/PromoCodesPage';
import { ReviewPage } from './pages/ReviewPage';
import { registerTexts } from './registerTexts';

registerTexts();

/** The operator's pages. */
export default function App() {
  return (
    <Routes>
      <Route path="/operator/review" element={<ReviewPage />} />
      <Route path="/operator/news" element={<NewsPage />} />
      <Route path="/operator/news/new" element={<NewNewsPage />} />
      <Route path="/operator/news/:id" element={<NewsEditorPage />} />
      <Route path="/operator/promo-codes" element={<PromoCodesPage />} />
      <Route path="/operator/conversations/:id?" element={<ConversationsPage />} />
      <Route path="/operator/payments" element={<PaymentsPage />} />
      <Route path="/operator/payouts" element={<PayoutsPage />} />
      <Route path="/operator/credit-lines" element={<CreditPage />} />
      <Route path="/operator/accounting" element={<AccountingPage />} />
      <Route path="/operator/dead-letters" element={<DeadLettersPage />} />
    </Routes>
  );
}
