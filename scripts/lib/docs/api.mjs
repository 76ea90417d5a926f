// The API reference: docs/openapi.json made short.

/**
 * {groups: [{tag, operations}], types: [{name, anchor, fields}]}; an operation: {anchor, method, path, text, access,
 * params, body, answers, codes, around}. Types are named where they are used and listed once.
 */
export function apiReference(openapi) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(openapi.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const codes = operation['x-own-error-codes'];
      const entry = {
        anchor: operationAnchor(method, path),
        method: method.toUpperCase(),
        path,
        text: textOf(operation),
        access: operation['x-access'],
        params: (operation.parameters ?? []).map((one) => parameter(resolved(openapi, one))),
        body: typeName(operation.requestBody?.content?.['application/json']?.schema),
        answers: answersOf(operation.responses),
        codes,
        around: Object.values(operation['x-error-codes'])
          .flat()
          .filter((code) => !codes.includes(code)),
      };
      const [tag] = operation.tags;
      groups.set(tag, [...(groups.get(tag) ?? []), entry]);
    }
  }
  return {
    groups: [...groups].map(([tag, list]) => ({ tag, anchor: `group-${tag.replaceAll(' ', '-')}`, operations: list })),
    types: Object.entries(openapi.components.schemas).map(([name, schema]) => ({
      name,
      anchor: `type-${name}`,
      fields: fieldsOf(schema),
    })),
  };
}

/** Anchors of the operations that can return a code, by code. */
export function routesByCode({ groups }) {
  const found = new Map();
  for (const { operations } of groups)
    for (const { codes, anchor, method, path } of operations)
      for (const code of codes) found.set(code, [...(found.get(code) ?? []), { anchor, text: `${method} ${path}` }]);
  return found;
}

function operationAnchor(method, path) {
  return `${method}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`.replace(/-$/, '');
}

/** Summary and description as one text, without the paragraph on access, which is the last one. */
function textOf({ summary, description }) {
  return [`${summary}.`, ...description.split('\n\n').slice(0, -1)].join(' ');
}

/** The target of a `$ref`. */
function resolved(openapi, { $ref, ...rest }) {
  if ($ref === undefined) return rest;
  return $ref
    .split('/')
    .slice(1)
    .reduce((node, key) => node[key], openapi);
}

function parameter({ name, in: where, required, description, schema }) {
  return { name, where, required: required === true, type: typeName(schema) ?? 'string', text: description ?? null };
}

function answersOf(responses) {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { description, content }]) => {
      const [type, media] = Object.entries(content ?? {})[0] ?? [];
      const data = added(media?.schema, 'data');
      const items = added(data, 'items');
      const inside = items ? `page of ${typeName(items.items)}` : typeName(data);
      return {
        status: Number(status),
        text: description === 'Success' ? null : description,
        media: type ?? null,
        type: inside ?? typeName(media?.schema),
        enveloped: data !== undefined,
      };
    });
}

/** The property that an operation adds to a shared type by `allOf`: `data` to the envelope, `items` to a page. */
function added(schema, name) {
  return schema?.allOf?.map(({ properties }) => properties?.[name]).find((property) => property !== undefined);
}

function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeName(schema) ?? 'any',
    required: required.includes(name),
    text: schema.description ?? null,
  }));
}

/** How a schema is called: the name of its type, or its JSON type. */
function typeName(schema) {
  if (!schema) return null;
  const all = schema.allOf ?? schema.oneOf ?? schema.anyOf;
  if (all) return all.map(typeName).join(' or ');
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const types = [schema.type ?? 'any'].flat();
  const [type] = types.filter((one) => one !== 'null');
  const name = schema.enum
    ? schema.enum
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value))
        .join(' | ')
    : type === 'array'
      ? `array of ${typeName(schema.items)}`
      : (schema.format ?? type ?? 'null');
  return types.includes('null') && name !== 'null' ? `${name} or null` : name;
}
