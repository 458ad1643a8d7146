/**
 * Features of account types that are built: what the server asks an account for (`requireFeature` takes no other name;
 * whether a credit line lends is asked by the database), and so what a page may promise. The types in the database name
 * more.
 */
export const BUILT_FEATURES = ['api_read', 'api_write', 'ai_recommendations', 'credit_line'] as const;
export type BuiltFeature = (typeof BUILT_FEATURES)[number];
