// Reads facts from the code without running it: constants, and the refusals that a route can reach.
import { createRequire } from 'node:module';
import { inRoot, root } from '../root.mjs';
import { text } from './from-dist.mjs';

// Imported, its 9 MB would be searched for names first: half a second.
const ts = createRequire(import.meta.url)('typescript');

/** The value of a constant of a source file: a number, or a product of numbers. */
export function constant(file, name) {
  const written = new RegExp(`\\bconst ${name} = ([\\d_ *]+);`).exec(text(file))?.[1];
  if (!written) throw new Error(`${file} has no number ${name} any more: scripts/lib/docs/reference.mjs reads it`);
  return written
    .replaceAll('_', '')
    .split('*')
    .map(Number)
    .reduce((product, factor) => product * factor);
}

const ROUTE = /^(Get|Post|Put|Patch|Delete)(Data|Page|File)?$/;

/**
 * Facts from the code of each operation of `program` (by its OpenAPI operationId): Map of operationId to {text, codes},
 * `text` being the doc comment of the method, and `codes` those of `known` that it can come to. Follows every call into apps and libs, abstract classes and interfaces into what implements them.
 */
export function readOperations(program, known) {
  const checker = program.getTypeChecker();
  const ours = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
  const reach = new Reach(checker, implementations(checker, ours), new Set(known));
  const found = new Map();
  for (const source of ours) {
    for (const node of source.statements) {
      if (!ts.isClassDeclaration(node) || !hasDecorator(node, /^(Api)?Controller$/)) continue;
      // Those that it inherits among them.
      for (const { valueDeclaration: method } of checker.getTypeAtLocation(node).getProperties()) {
        if (!method || !ts.isMethodDeclaration(method) || !hasDecorator(method, ROUTE)) continue;
        const id = `${node.name.text.replace(/Controller$/, '')}_${method.name.getText()}`;
        found.set(id, {
          text: commentOf(method),
          // Every transaction can reach those of idempotency keys; the code does not show which routes take one.
          codes: [...reach.from(method)].filter((code) => !code.startsWith('idempotency_')).sort(),
        });
      }
    }
  }
  return found;
}

/** The TypeScript program of the api and all that it imports: seconds. */
export function createProgram() {
  const { config } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram([inRoot('apps/api/src/create-api.ts')], { ...options, noEmit: true });
}

function hasDecorator(node, names) {
  for (const { expression } of ts.getDecorators(node) ?? []) {
    const call = ts.isCallExpression(expression) ? expression : undefined;
    const name = (call?.expression ?? expression).getText();
    if (names.test(name)) return true;
  }
  return false;
}

/** The doc comment without its tags, on one line; empty when there is none. */
function commentOf(node) {
  const [comment] = node.jsDoc ?? [];
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? '';
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Of each method that a class or interface declares: the methods that override or implement it. */
function implementations(checker, sources) {
  const found = new Map();
  const add = (type, member) => {
    for (const declared of type?.getProperty(member.name.getText())?.declarations ?? [])
      if (declared !== member) found.set(declared, [...(found.get(declared) ?? []), member]);
  };
  const visit = (node) => {
    if (ts.isClassDeclaration(node))
      for (const { types } of node.heritageClauses ?? [])
        for (const base of types)
          for (const member of node.members.filter(isImplementation)) add(checker.getTypeAtLocation(base), member);
    if (ts.isObjectLiteralExpression(node)) {
      const methods = node.properties.filter(ts.isMethodDeclaration);
      for (const member of methods) add(checker.getContextualType(node), member);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) if (!source.isDeclarationFile) visit(source);
  return found;
}

function resolve(checker, symbol) {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Which refusals can be reached from a function. */
class Reach {
  constructor(checker, implemented, known) {
    this.checker = checker;
    this.implemented = implemented;
    this.known = known;
  }

  from(start) {
    const seen = new Set([start]);
    const codes = new Set();
    const waiting = [start];
    const follow = (declaration) => {
      if (seen.has(declaration) || declaration.getSourceFile().fileName.includes('/node_modules/')) return;
      seen.add(declaration);
      waiting.push(declaration);
    };
    const visit = (node) => {
      if (ts.isTypeNode(node)) return;
      const names = this.namesAt(node);
      // Code that only shows the text of a refusal does not refuse.
      if (names.length > 0 && /[eE]rrors$/.test(node.expression.getText()) && !isMessageOf(node))
        for (const name of names.filter((one) => this.known.has(one))) codes.add(name);
      if (ts.isElementAccessExpression(node)) {
        const type = this.checker.getTypeAtLocation(node.expression);
        for (const name of names)
          for (const declaration of this.declared(type.getProperty(name)?.declarations)) follow(declaration);
      }
      if (ts.isIdentifier(node)) for (const declaration of this.bodies(node)) follow(declaration);
      ts.forEachChild(node, visit);
    };
    for (let next = waiting.pop(); next; next = waiting.pop()) ts.forEachChild(next, visit);
    return codes;
  }

  /** The functions and methods that a name refers to. */
  bodies(identifier) {
    return this.declared(resolve(this.checker, this.checker.getSymbolAtLocation(identifier))?.declarations);
  }

  /** The names of the accessed member; of one in brackets, when its type lists them. */
  namesAt(node) {
    if (ts.isPropertyAccessExpression(node)) return [node.name.text];
    if (!ts.isElementAccessExpression(node)) return [];
    const type = this.checker.getTypeAtLocation(node.argumentExpression);
    return (type.isUnion() ? type.types : [type]).filter((one) => one.isStringLiteral()).map(({ value }) => value);
  }

  /** Followed kinds: functions, methods, tables. */
  declared(declarations = []) {
    return declarations.flatMap((declaration) => {
      if (ts.isFunctionDeclaration(declaration) || ts.isGetAccessor(declaration)) return [declaration];
      if (ts.isVariableDeclaration(declaration) && isFollowed(declaration.initializer))
        return [declaration.initializer];
      if (
        ts.isMethodDeclaration(declaration) ||
        ts.isMethodSignature(declaration) ||
        ts.isPropertySignature(declaration)
      )
        return this.overrides(declaration);
      return [];
    });
  }

  overrides(method) {
    return [...(method.body ? [method] : []), ...(this.implemented.get(method) ?? [])];
  }
}

/** Methods, and tables that a class holds for an interface. */
const isImplementation = (member) =>
  ts.isMethodDeclaration(member) || (ts.isPropertyDeclaration(member) && isFollowed(member.initializer));
const isMessageOf = ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === 'message';
/** Functions, and tables such as those of the refusals for constraints of the database or of capabilities. */
const isFollowed = (node) => {
  if (node === undefined) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isFollowed(node.expression);
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    (ts.isCallExpression(node) && node.expression.getText() === 'defineCapabilities')
  );
};
