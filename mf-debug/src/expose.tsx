import { Route, Routes } from 'react-router-dom';
import { ReviewPage } from './pages/ReviewPage';
import { registerTexts } from './registerTexts';

registerTexts();

/** The operator's pages. */
export default function App() {
  return (
    <Routes>
      <Route path="/operator/review" element={<ReviewPage />} />
    </Routes>
  );
}
