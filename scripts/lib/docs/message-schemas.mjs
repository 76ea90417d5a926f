// The messages of webhooks as JSON Schema, made of the types that the code sends.
import ts from 'typescript';

const MESSAGES = [
  ['libs/webhooks/src/jobs/author-events.ts', 'AuthorMessage'],
  ['libs/webhooks/src/jobs/host-events.ts', 'HostMessage'],
];

/** Map of message type to the JSON Schema of its `data`. */
export function readMessageSchemas(program) {
  const checker = program.getTypeChecker();
  const found = new Map();
  for (const [file, name] of MESSAGES) {
    const source = program.getSourceFiles().find(({ fileName }) => fileName.endsWith(file));
    const alias = source?.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);
    if (!alias) throw new Error(`${file} has no type ${name} any more: scripts/lib/docs/message-schemas.mjs reads it`);
    for (const message of membersOf(checker.getTypeAtLocation(alias.name))) {
      const member = (one) => checker.getTypeOfSymbol(message.getProperty(one));
      for (const type of membersOf(member('type')))
        found.set(type.value, [...(found.get(type.value) ?? []), schemaOf(checker, member('data'), 'data')]);
    }
  }
  return new Map([...found].map(([type, schemas]) => [type, schemas.length === 1 ? schemas[0] : { anyOf: schemas }]));
}

const membersOf = (type) => (type.isUnion() ? type.types : [type]);

/** @param name of the field, which says what the type does not: ids and instants are texts. */
function schemaOf(checker, type, name) {
  const members = membersOf(type).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  const some = members.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
  const schema = ofMembers(checker, some, name);
  if (some.length === members.length) return schema;
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

function ofMembers(checker, members, name) {
  const all = (flag) => members.every(({ flags }) => flags & flag);
  if (all(ts.TypeFlags.StringLiteral)) return { type: 'string', enum: members.map(({ value }) => value) };
  if (all(ts.TypeFlags.NumberLiteral)) return { type: 'integer', enum: members.map(({ value }) => value) };
  if (all(ts.TypeFlags.BooleanLike)) return { type: 'boolean' };
  const [type] = members;
  if (members.length === 1 && type.flags & ts.TypeFlags.String) return { type: 'string', ...formatOf(name) };
  if (members.length === 1 && type.flags & ts.TypeFlags.Number) return { type: 'integer' };
  if (members.length === 1 && checker.isArrayType(type))
    return { type: 'array', items: schemaOf(checker, checker.getTypeArguments(type)[0], name) };
  if (members.length === 1 && type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
    return objectOf(checker, type);
  throw new Error(`No JSON Schema for ${name}: ${members.map((one) => checker.typeToString(one)).join(' | ')}`);
}

function objectOf(checker, type) {
  const fields = checker.getPropertiesOfType(type);
  const properties = fields.map((field) => {
    const description = ts.displayPartsToString(field.getDocumentationComment(checker));
    const schema = schemaOf(checker, checker.getTypeOfSymbol(field), field.name);
    return [field.name, { ...(description && { description }), ...schema }];
  });
  const required = fields.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
  return { type: 'object', required, properties: Object.fromEntries(properties) };
}

function formatOf(name) {
  if (/_(at|until)$/.test(name)) return { format: 'date-time' };
  return /_id$/.test(name) ? { format: 'uuid' } : {};
}
