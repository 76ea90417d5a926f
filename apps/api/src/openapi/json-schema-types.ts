type Node = Record<string, unknown>;

/**
 * OpenAPI 3.1 has JSON Schema's own words: the type `null` where 3.0, which the decorators write, says `nullable`, and a
 * list of `examples`.
 */
export function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJsonSchema(inner)]));
  return withExamples(withNull(node));
}

function withNull(node: Node): Node {
  if (node['nullable'] !== true) return node;
  const { nullable: _, type, allOf, oneOf, enum: values, ...rest } = node;
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  if (Array.isArray(oneOf)) return { ...rest, oneOf: [...(oneOf as unknown[]), { type: 'null' }] };
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...rest,
  };
}

function withExamples(node: Node): Node {
  // A property may be called so too; then it holds a schema.
  if (!('example' in node) || !('type' in node) || typeof node['type'] === 'object') return node;
  const { example, ...rest } = node;
  return { ...rest, examples: [example] };
}
