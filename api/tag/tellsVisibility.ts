/** Whether this browser says what nobody in the page can hide from it: IntersectionObserver v2. */
export const tellsVisibility = () => 'isVisible' in IntersectionObserverEntry.prototype;
