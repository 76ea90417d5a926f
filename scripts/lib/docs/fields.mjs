// The field table: every field of both manifest shapes from the JSON Schema; which checks judge a field, and by which
// clause, is found out by breaking the field and asking the rules.
import { fromDist, json } from './from-dist.mjs';
import { cell, code, table } from './markdown.mjs';

const SHAPES = [
  { shape: 'structured', letter: 'B', title: 'Shape B, structured' },
  { shape: 'flat', letter: 'A', title: 'Shape A, flat' },
];
/** Values that no field takes all of; a list with an element twice, a text that is nothing, and the like. */
const WRONG = [
  undefined,
  null,
  true,
  -1,
  0.5,
  7,
  '',
  ' ',
  '?',
  'ÄÖ',
  'x'.repeat(600),
  [],
  [7],
  ['?'],
  ['a', 'a'],
  {},
  { type: 'string' },
];

/**
 * [{shape, letter, title, fields}]; a field: {pointer, anchor, type, required, limits, values, clause, otherwise, text,
 * checks, example}. `touched` are the fields to which findings of the gallery pointed, by check.
 */
export function fieldCatalogue(checks, touched) {
  const { manifestJsonSchema } = fromDist('libs/contract/src/index.js');
  const good = json('libs/contract/vectors/manifests-good.json');
  return SHAPES.map(({ shape, letter, title }) => {
    const fields = fieldsOf(manifestJsonSchema(shape));
    const known = new Set(fields.map(({ pointer }) => pointer));
    const judged = judgements(shape, good[shape], known);
    return {
      shape,
      letter,
      title,
      fields: fields.map(({ schema, ...field }) => {
        const rules = judged.get(field.pointer) ?? new Map();
        return {
          ...field,
          anchor: shape + field.pointer,
          type: typeOf(schema),
          limits: limitsOf(schema),
          values: schema.enum ?? [],
          clause: [...rules.values()][0] ?? null,
          otherwise: schema.default === undefined ? null : JSON.stringify(schema.default),
          text: schema.description,
          checks: checksOf(shape, field.pointer, rules, checks, touched, known),
          example: exampleOf(schema, at(good[shape], field.pointer) ?? schema.examples?.[0]),
        };
      }),
    };
  });
}

function fieldsOf(schema, pointer = '', required = true) {
  const own = schema.description ? [{ pointer, required, schema }] : [];
  const items = schema.items ? fieldsOf(schema.items, `${pointer}/*`) : [];
  const members = Object.entries(schema.properties ?? {});
  return [
    ...own,
    ...items,
    ...members.flatMap(([key, member]) => fieldsOf(member, `${pointer}/${key}`, (schema.required ?? []).includes(key))),
  ];
}

function at(value, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((now, key) => now?.[key === '*' ? 0 : key], value);
}

/** Rule ids by field, each with its clause: what the rules say when the field is broken in every way we know. */
function judgements(shape, good, known) {
  const { readManifest } = fromDist('libs/contract/src/index.js');
  const found = new Map();
  const note = (manifest) => {
    for (const { rule, pointer, clause } of readManifest(manifest).issues) {
      const field = nearest(pointer, known);
      if (!rule || rule === 'unknown-fields' || field === undefined) continue;
      if (!found.has(field)) found.set(field, new Map());
      found.get(field).set(rule, clause);
    }
  };
  for (const field of known) for (const value of WRONG) note(changed(good, field, value));
  return new Map([...found].map(([field, rules]) => [field, ownFirst(field, rules)]));
}

/** The rule that is named like the field comes first: its clause is the field's. */
function ownFirst(field, rules) {
  const name = field.split('/').at(-1).replaceAll('_', '-');
  return new Map([...rules].sort(([a], [b]) => Number(b.includes(name)) - Number(a.includes(name))));
}

/** A copy of the manifest in which one field has another value; undefined takes it away. */
function changed(manifest, pointer, value) {
  const copy = structuredClone(manifest);
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => (key === '*' ? 0 : key));
  const last = keys.pop();
  let parent = copy;
  for (const [i, key] of keys.entries()) parent = parent[key] ??= (keys[i + 1] ?? last) === 0 ? [] : {};
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** The field that a finding's pointer is about: itself, or the nearest one above it. */
function nearest(pointer, known) {
  let field = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  while (field !== '' && !known.has(field)) field = field.slice(0, field.lastIndexOf('/'));
  return field === '' ? undefined : field;
}

function checksOf(shape, pointer, rules, checks, touched, known) {
  const names = new Set([...rules.keys()].map((rule) => rule.replaceAll('-', '_')));
  const points = (id) =>
    [...(touched.get(id) ?? [])].some(
      (place) => place.startsWith(shape) && nearest(place.slice(shape.length), known) === pointer,
    );
  return checks
    .filter(({ id, rule }) => names.has(rule) || (rule !== 'unknown_fields' && points(id)))
    .map(({ id }) => id);
}

function typeOf(schema) {
  if (schema.const !== undefined) return `${typeof schema.const} ${JSON.stringify(schema.const)}`;
  if (schema.enum) return 'string';
  if (schema.anyOf) return [...new Set(schema.anyOf.map(({ type }) => type))].join(' or ');
  if (schema.allOf) return typeOf(schema.allOf[0]);
  return schema.type === 'array' ? `array of ${typeOf(schema.items)}` : schema.type;
}

/** Patterns that have a name. */
const WORDS = {
  '\\S': 'not blank',
  '^[Hh][Tt][Tt][Pp][Ss]?://[^/]': 'a web address',
  '^mailto:': 'or a mailto: address',
  '^[^\\s@]+@[^\\s@]+$': 'an e-mail address',
};

/** The constraints of a value besides its type, in words. */
function limitsOf(schema) {
  const all = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const items =
    schema.items && schema.items.type !== 'object' ? limitsOf(schema.items).map((text) => `each ${text}`) : [];
  const words = all.flatMap(({ maxLength, minimum, pattern }) => [
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(pattern === undefined ? [] : [WORDS[pattern] ?? `pattern ${pattern}`]),
  ]);
  return [...new Set([...words, ...items])];
}

/** An example as JSON; none for an object whose members have their own. */
function exampleOf(schema, value) {
  if (value === undefined || (schema.properties && !schema.properties.type?.const) || schema.items?.properties)
    return null;
  return JSON.stringify(value, null, typeof value === 'object' && !Array.isArray(value) ? 2 : undefined);
}

/** docs/contract/fields.md */
export function fieldsPage(shapes) {
  const head = ['Field', 'Type', 'Required', 'Rule', 'Meaning', 'Checks'];
  const limit = (text) => text.replace(/pattern (.*)$/, (_, pattern) => `pattern ${code(pattern)}`);
  const row = ({ pointer, type, required, limits, values, text, checks, otherwise }) => {
    const rules = [
      ...(values.length > 0 ? [values.map(code).join(', ')] : []),
      ...limits.map(limit),
      ...(otherwise ? [`default ${code(otherwise)}`] : []),
    ].join('; ');
    return [code(pointer), cell(type), required ? 'yes' : 'no', rules, cell(text), checks.join(', ')];
  };
  return `# Fields of a manifest

Made by \`npm run generate\` from the JSON Schema and the rules in \`libs/contract\`. \`*\` stands for every element. A
field of an optional object is required where the object is there. Checks: [checks.md](checks.md).

${shapes.map(({ title, fields }) => `## ${title}\n\n${table(head, fields.map(row))}`).join('\n\n')}
`;
}
