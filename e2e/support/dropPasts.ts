import { dropPasts } from './pasts';

export default dropPasts;
