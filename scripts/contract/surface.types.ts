/** A JSON Schema as zod writes it: only what the rules look at has a name here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
}

/**
 * Who writes it, seen from a page: `request` is sent to the server, `answer` comes from it. `both`: it goes both ways, or
 * nobody knows.
 */
export type Direction = 'request' | 'answer' | 'both';

/** A schema that the contracts export: as it is written (`input`) and as it is after reading (`output`). */
export interface NamedSchema {
  direction: Direction;
  input: Schema;
  output: Schema;
}

/** What remotes rely on by its name alone. */
export interface Names {
  /** Of the API slice, which queries provide. */
  tags: string[];
  /** Kind of channel → message → tags that it asks again for; `Session (publisher)` for one role alone. */
  bridge: Record<string, Record<string, string[]>>;
  /** Custom properties of the design system. */
  tokens: string[];
  /** Classes of the design system that pages may use. */
  classes: string[];
  /** Namespace of texts that the shell loads for everybody → key → what it is filled with. */
  texts: Record<string, Record<string, string[]>>;
}

/** All that a release built elsewhere, or long ago, relies on. */
export interface Surface {
  contractVersion: number;
  /** Exported schema → what it allows. */
  schemas: Record<string, NamedSchema>;
  /** Kind of channel → message → its data. */
  channels: Record<string, Record<string, Schema>>;
  /** Shared module → exported name → what it is. */
  exports: Record<string, Record<string, 'value' | 'type'>>;
  /** Shared package → major version; below 1.0 the minor one counts. */
  shared: Record<string, string>;
  /** Package whose types stand in the declarations → version, as above: their own types are not recorded. */
  behind: Record<string, string>;
  names: Names;
}

/** A difference that somebody has to know of. `narrower` ends the check; a `warning` does not. */
export interface Finding {
  level: 'narrower' | 'warning';
  /** `campaignInput.targeting.hours[]` */
  where: string;
  /** One sentence without its subject: `must be sent now`. */
  what: string;
}
