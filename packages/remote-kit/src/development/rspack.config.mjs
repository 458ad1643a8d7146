// What `rspack serve` serves while developing; the command that starts it says what (development.ts).
import { register } from 'tsx/esm/api';

register();
const { developmentConfigs } = await import('./configs.ts');
const { DEVELOPMENT_VARIABLE } = await import('./development.ts');

export default await developmentConfigs(JSON.parse(process.env[DEVELOPMENT_VARIABLE]));
