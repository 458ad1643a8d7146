export { jsonBody, rawBody } from './body';
export { answerClientErrors, type ClientError } from './clientErrors';
export { errorHandler, notFound, type Translate } from './errorHandler';
export type { Mount } from './Mount';
export { requestContext } from './requestContext';
export { LOCALE_COOKIE, pageLocale, requestLocale } from './requestLocale';
export { type RouteContext, type RouteHandler, type RouteSchemas, reply, route } from './route';
export { answerUpgrades, type TakeSocket } from './upgrades';
export { fieldErrors, validate } from './validate';
