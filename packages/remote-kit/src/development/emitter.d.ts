declare module '@rspack/core/hot/emitter.js' {
  /** Of one bundle. */
  export const emitter: { emit(event: string, hash: string): void };
}
