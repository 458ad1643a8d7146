import { Route, Routes } from 'react-router-dom';
import { ConversationsPage } from './pages/ConversationsPage';
import { NewNewsPage, NewsEditorPage } from './pages/NewsEditorPage';
import { NewsPage } from './pages/NewsPage';
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
      <Route path="/operator/conversations/:id?" element={<ConversationsPage />} />
    </Routes>
  );
}
