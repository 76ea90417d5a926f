import type { JsonObject, JsonValue } from '../json/types.js';
import { fieldTree, type FieldNode } from './field-tree.js';
import { manifestFields } from './fields/index.js';
import type { ManifestShape } from './types.js';

/** Unknown fields are allowed everywhere: the contract grows by optional fields (Versioning 2). */
const objectOf = (nodes: readonly FieldNode[]): JsonObject => ({
  type: 'object',
  required: nodes.filter(({ place }) => place.required).map(({ key }) => key),
  properties: Object.fromEntries(nodes.map((node) => [node.key, schemaOf(node)])),
});

function schemaOf({ entry, place, members, list }: FieldNode): JsonObject {
  const inside = members && objectOf(members);
  const example = place.example ?? entry.example;
  const own: JsonObject = inside
    ? list
      ? { type: 'array', items: inside }
      : inside
    : (place.schema ?? entry.type.schema);
  return {
    description: place.text ?? entry.text,
    ...own,
    ...(entry.otherwise === undefined ? {} : { default: entry.otherwise as JsonValue }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/**
 * The manifest's JSON Schema (draft 2020-12) of one shape, for editors and other languages. Every manifest that the
 * rules accept matches it. The rules check more (URLs, the config form, pairs of capability and block, duplicates), so
 * a matching manifest may still have errors.
 */
export function manifestJsonSchema(shape: ManifestShape): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Drive manifest, ${shape} shape`,
    ...objectOf(fieldTree(manifestFields, shape)),
  };
}
