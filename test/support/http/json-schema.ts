type Schema = Readonly<Record<string, unknown>>;

/**
 * Parts of a value that a JSON Schema does not allow, as pointers with a word each. Knows what our own schema files
 * use: `$ref` into `$defs`, `type`, `const`, `enum`, `pattern`, `minimum`, `maximum`, `anyOf`, `properties`,
 * `required`, `additionalProperties: false` and `items`.
 * @throws Error when the schema uses anything else
 */
export function schemaProblems(root: Schema, value: unknown, schema: Schema = root, at = ''): string[] {
  const unknown = Object.keys(schema).filter((word) => !KNOWN.includes(word));
  if (unknown.length > 0) throw new Error(`this checker does not know ${unknown.join(', ')}`);
  if (typeof schema['$ref'] === 'string') {
    const defs = root['$defs'] as Record<string, Schema>;
    return schemaProblems(root, value, defs[schema['$ref'].replace('#/$defs/', '')]!, at);
  }
  const any = schema['anyOf'] as Schema[] | undefined;
  if (any) return any.some((one) => schemaProblems(root, value, one, at).length === 0) ? [] : [`${at} anyOf`];
  const problems: string[] = [];
  const { type, pattern, minimum, maximum } = schema as {
    type?: string;
    pattern?: string;
    minimum?: number;
    maximum?: number;
  };
  if ('const' in schema && value !== schema['const']) problems.push(`${at} const`);
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) problems.push(`${at} enum ${String(value)}`);
  if (type !== undefined && typeOf(value) !== type) return [`${at} is ${typeOf(value)}, not ${type}`];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value as string)) problems.push(`${at} pattern`);
  if (minimum !== undefined && (value as number) < minimum) problems.push(`${at} minimum`);
  if (maximum !== undefined && (value as number) > maximum) problems.push(`${at} maximum`);
  if (type === 'array')
    (value as unknown[]).forEach((one, i) =>
      problems.push(...schemaProblems(root, one, schema['items'] as Schema, `${at}/${i}`)),
    );
  if (type === 'object') {
    const members = value as Record<string, unknown>;
    const properties = schema['properties'] as Record<string, Schema>;
    for (const name of schema['required'] as string[])
      if (!(name in members)) problems.push(`${at}/${name} is missing`);
    for (const [name, inner] of Object.entries(members)) {
      const known = properties[name];
      problems.push(
        ...(known ? schemaProblems(root, inner, known, `${at}/${name}`) : [`${at}/${name} is not described`]),
      );
    }
  }
  return problems;
}

const KNOWN = [
  ...['$schema', '$defs', '$ref', 'title', 'description', 'type', 'const', 'enum', 'pattern', 'minimum', 'maximum'],
  ...['anyOf', 'properties', 'required', 'additionalProperties', 'items'],
];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
