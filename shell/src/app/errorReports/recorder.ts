// A module of its own, so that the recorder is loaded apart from the rest of the SDK.
export { replayIntegration } from '@sentry/react';
