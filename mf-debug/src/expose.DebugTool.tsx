import { DebugTool } from './features/debugTool/DebugTool';
import { registerTexts } from './registerTexts';

registerTexts();

export default DebugTool;
