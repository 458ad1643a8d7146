import { App } from './App';
import { registerTexts } from './registerTexts';

registerTexts();

/** The only door of this remote. */
export default App;
