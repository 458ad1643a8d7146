/** Hears of what nobody caught until the SDK does it itself. Answers what ends it. */
export function watchEarlyErrors(report: (error: unknown) => void): () => void {
  // An error of a script of another origin comes without its object: there is nothing to tell.
  const onError = ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) report(error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
