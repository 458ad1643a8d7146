import { Route, Routes } from 'react-router-dom';
import { SamplePage } from './pages/SamplePage';
import { registerTexts } from './registerTexts';

registerTexts();

/** The remote's only door: its pages, by whole addresses. */
export default function App() {
  return (
    <Routes>
      <Route path="/sample" element={<SamplePage />} />
    </Routes>
  );
}
