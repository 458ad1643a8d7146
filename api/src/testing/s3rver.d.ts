/** What is used of a server that speaks S3, of packages without types. */
declare module 's3rver' {
  export interface S3rverOptions {
    port: number;
    address: string;
    silent: boolean;
    /** Where buckets are folders. */
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }
  export default class S3rver {
    constructor(options: S3rverOptions);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
