// Writes src/catalogue/parameters.generated.ts: which parameters each emulated operation takes, read from the type
// declarations of the installed `stripe` package. Run it again after every bump of that package:
//   node apps/stripe-sandbox/tools/derive-parameters.mjs            writes the file
//   node apps/stripe-sandbox/tools/derive-parameters.mjs --check    says whether it is what would be written
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const target = path.join(here, '../src/catalogue/parameters.generated.ts');

// As src/operations names them: `POST /v1/transfers/:id/reversals`.
const folder = path.join(here, '../src/operations');
const sources = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
const operations = sources.flatMap((text) => text.match(/(?<=')(GET|POST|DELETE) \/v[12]\/[^']+(?=')/g) ?? []).sort();

const pascal = (name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
const singular = (name) => name.replace(/s$/, '');
/** There is one of each, so their addresses carry no id. */
const SINGLETONS = ['account', 'balance', 'balance_settings'];
const SPACES = ['checkout', 'core', 'tax'];
const OF_ONE = { GET: 'Retrieve', POST: 'Update', DELETE: 'Delete' };
const OF_ALL = { GET: 'List', POST: 'Create' };

/** The SDK's type of an operation's parameters, by the rule by which it names them: `TransferCreateReversalParams`. */
function typeOf(operation) {
  const [method, url] = operation.split(' ');
  const [, version, ...steps] = url.split('/');
  const spaces = [...(version === 'v1' ? [] : [version]), ...(SPACES.includes(steps[0]) ? [steps.shift()] : [])];
  const [resource, ...rest] = steps;
  const isOne = SINGLETONS.includes(resource);
  const noun = pascal(isOne ? resource : singular(resource));
  const part = rest.find((step) => step !== ':id');
  const verb =
    part === undefined
      ? (isOne || rest.length > 0 ? OF_ONE : OF_ALL)[method]
      : method === 'GET'
        ? `List${pascal(part)}`
        : part.endsWith('s')
          ? `Create${pascal(singular(part))}`
          : pascal(part);
  return [...spaces.map(pascal), `${noun}${verb}Params`].join('.');
}

const entry = path.join(root, 'derive-parameters.virtual.ts');
const source = `import type Stripe from 'stripe';\n${operations
  .map((operation, at) => `export type P${at} = Stripe.${typeOf(operation)};`)
  .join('\n')}\n`;
const options = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};
const host = ts.createCompilerHost(options);
const read = host.getSourceFile.bind(host);
host.getSourceFile = (file, ...rest) =>
  file === entry ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true) : read(file, ...rest);
const exists = host.fileExists.bind(host);
host.fileExists = (file) => file === entry || exists(file);
const program = ts.createProgram([entry], options, host);
const broken = program.getSemanticDiagnostics(program.getSourceFile(entry));
if (broken.length)
  throw new Error(broken.map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' ')).join('\n'));
const checker = program.getTypeChecker();
const file = program.getSourceFile(entry);

const F = ts.TypeFlags;
const isOther = (type) => type.isIntersection() && type.types.some((part) => part.flags & F.String);

/** Codes: s string, i integer, b boolean, m metadata, d RFC 3339 instant, * anything; [..] enum; {a} array; {o} object; {u} any of; {n} may be emptied. */
function describe(type, seen) {
  if (type.flags & (F.Any | F.Unknown)) return '*';
  if (type.isUnion()) return union(type, seen);
  if (isOther(type) || type.flags & F.String) return 's';
  if (type.flags & (F.Number | F.BigInt)) return 'i';
  if (type.flags & F.BooleanLike) return 'b';
  if (type.isStringLiteral()) return [type.value];
  if (type.isNumberLiteral()) return 'i';
  const symbol = (type.aliasSymbol ?? type.getSymbol())?.getName();
  if (symbol === 'Decimal') return 's';
  if (symbol === 'Date') return 'd';
  if (checker.isArrayType(type)) return { a: describe(checker.getTypeArguments(type)[0], seen) };
  if (seen.includes(type)) return '*';
  const index = type.getStringIndexType();
  if (index) return symbol?.startsWith('Metadata') ? 'm' : '*';
  const o = {};
  for (const property of type.getProperties()) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    o[property.getName() + (optional ? '' : '!')] = describe(checker.getTypeOfSymbolAtLocation(property, file), [
      ...seen,
      type,
    ]);
  }
  return { o };
}

function union(type, seen) {
  const parts = type.types.filter((part) => !(part.flags & F.Undefined));
  const nullable = parts.some((part) => part.flags & F.Null);
  const emptyable = parts.some((part) => part.isStringLiteral() && part.value === '');
  const real = parts.filter((part) => !(part.flags & F.Null) && !(part.isStringLiteral() && part.value === ''));
  const literals = real.filter((part) => part.isStringLiteral()).map((part) => part.value);
  const rest = real.filter((part) => !part.isStringLiteral() && !(isOther(part) && literals.length));
  const described = [];
  if (literals.length) described.push(literals.sort());
  if (rest.some((part) => part.flags & F.BooleanLike)) described.push('b');
  for (const part of rest.filter((one) => !(one.flags & F.BooleanLike))) {
    const one = describe(part, seen);
    if (!described.some((other) => JSON.stringify(other) === JSON.stringify(one))) described.push(one);
  }
  const inner = described.length === 1 ? described[0] : { u: described };
  return nullable || emptyable ? { n: inner } : inner;
}

const result = {};
operations.forEach((operation, at) => {
  const alias = file.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === `P${at}`,
  );
  const type = checker.getTypeAtLocation(alias.name);
  if (type.flags & F.Any) throw new Error(`no declaration of ${typeOf(operation)}`);
  result[operation] = describe(type, []).o;
});

const version = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/stripe/package.json'), 'utf8')).version;
const json = JSON.stringify(result);
const text =
  `// Made by tools/derive-parameters.mjs from the declarations of stripe ${version}. Do not edit.\n` +
  `export const sdkVersion = '${version}';\n` +
  `// prettier-ignore\nexport const parametersJson =\n  ${JSON.stringify(json).replaceAll("'", '\\u0027').replace(/^"|"$/g, "'").replaceAll('\\"', '"')};\n`;
if (!process.argv.includes('--check')) {
  fs.writeFileSync(target, text);
  console.log(`${Object.keys(result).length} operations, ${json.length} characters`);
} else if (fs.readFileSync(target, 'utf8') !== text) {
  console.error(
    `src/catalogue/parameters.generated.ts is not what the declarations of stripe ${version} say; run tools/derive-parameters.mjs.`,
  );
  process.exitCode = 1;
}
