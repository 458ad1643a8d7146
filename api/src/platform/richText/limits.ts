/** Longer texts are cut: what is written here has limits of its own, far below. */
export const MAX_LENGTH = 60_000;
/** Quotes and lists within each other; what lies deeper stands as it was written. */
export const MAX_BLOCK_DEPTH = 16;
/** Emphasis within emphasis; what lies deeper loses its form, not its words. */
export const MAX_INLINE_DEPTH = 12;
/** Pieces of a whole text: a few bytes of Markdown can ask for many cells of a table. */
export const MAX_NODES = 20_000;
