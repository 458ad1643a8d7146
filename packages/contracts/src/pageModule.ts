/** Name of the exposed module that shows a page of a manifest. Apart from the schemas: every page of the app needs it. */
export const moduleOfPage = ({ module = 'App' }: { module?: string }): string => module;
