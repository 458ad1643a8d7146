/** What the page's policy lets the client of the development server draw errors with. */
export const OVERLAY_POLICY = 'development-overlay';
