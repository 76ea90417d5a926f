/** What the value of a keyword must be. */
export type KeywordKind =
  | 'any'
  | 'text'
  | 'boolean'
  | 'number'
  | 'positive'
  | 'count'
  | 'names'
  | 'list'
  | 'type'
  | 'pattern'
  | 'reference'
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'names-map';

const KINDS: Readonly<Record<string, KeywordKind>> = {
  $schema: 'text',
  $id: 'text',
  $anchor: 'text',
  $comment: 'text',
  $ref: 'reference',
  $defs: 'schema-map',
  definitions: 'schema-map',
  title: 'text',
  description: 'text',
  default: 'any',
  examples: 'list',
  deprecated: 'boolean',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  type: 'type',
  enum: 'list',
  const: 'any',
  format: 'text',
  minLength: 'count',
  maxLength: 'count',
  pattern: 'pattern',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'positive',
  items: 'schema',
  prefixItems: 'schemas',
  minItems: 'count',
  maxItems: 'count',
  uniqueItems: 'boolean',
  contains: 'schema',
  properties: 'schema-map',
  patternProperties: 'schema-map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  required: 'names',
  minProperties: 'count',
  maxProperties: 'count',
  dependentRequired: 'names-map',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
};

/** Supported keywords; everything else is ignored with a warning. */
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(Object.entries(KINDS));

/** Keywords that make validation unbounded or dynamic; refused. */
export const REFUSED_KEYWORDS: ReadonlySet<string> = new Set([
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/** The values of `type`. */
export const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

/** Supported dialects; the supported keywords mean the same in all of them. */
export const DIALECTS: ReadonlySet<string> = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema',
  'http://json-schema.org/draft-06/schema',
]);
