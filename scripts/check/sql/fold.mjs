// What text an expression has when the program runs, derived from the sources: constants, templates of them, small
// functions that return them. Where the text depends on a value that only a run has, every possible text if they are
// few.
import ts from 'typescript';

/** Why a text is not known from the sources. */
export class NotConstant extends Error {
  /** @param parameter the declaration of the parameter on which it depends, where it is one: its callers may know. */
  constructor(reason, parameter) {
    super(reason);
    this.parameter = parameter;
  }
}

/** A value that is known at run time only. Whatever is made of it is unknown too, until it gets into a text. */
class Unknown {
  constructor(node, parameter) {
    this.node = node;
    this.parameter = parameter;
  }
}

/** An argument, evaluated when its parameter is needed: unused ones must not multiply the variants. */
class Later {
  constructor(node, env) {
    this.node = node;
    this.env = env;
  }
}

class Returned {
  constructor(value) {
    this.value = value;
  }
}

/** Maximum number of texts of one statement that are checked. */
const MOST_VARIANTS = 512;
const DEEPEST = 40;

/**
 * `read(evaluate, enter)` for every way in which the conditions inside can fall, at most 512. `evaluate(expression)`: its
 * value (text, number, list, object of values) or something unknown. `enter(called, call)`: gives the parameters of the
 * function `called` their values.
 * Returns { results, complete }: `complete` is false when there are more ways.
 * @throws NotConstant
 */
export function foldAll(checker, read) {
  const results = [];
  // Depth first over all decisions: each run repeats a prefix of choices, then takes the first of whatever else it meets.
  for (let prefix = []; prefix;) {
    if (results.length === MOST_VARIANTS) return { results, complete: false };
    const folding = new Folding(checker, prefix);
    results.push(read(folding.read, folding.bind));
    prefix = nextPrefix(folding.choices);
  }
  return { results, complete: true };
}

function nextPrefix(choices) {
  for (let last = choices.length - 1; last >= 0; last -= 1) {
    const { taken, of } = choices[last];
    if (taken + 1 < of) return [...choices.slice(0, last).map((choice) => choice.taken), taken + 1];
  }
  return undefined;
}

const isUnknown = (value) => value instanceof Unknown;

/** @throws NotConstant */
export function textOf(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Unknown) throw notConstant(value);
  throw new NotConstant(`a ${Array.isArray(value) ? 'list' : typeof value} where a text is expected`);
}

function notConstant({ node, parameter }) {
  return new NotConstant(`depends on ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 60)}`, parameter);
}

class Folding {
  constructor(checker, prefix) {
    this.checker = checker;
    this.prefix = prefix;
    this.choices = [];
    this.byCondition = new Map();
    this.depth = 0;
    this.outer = new Map();
    this.read = (expression) => this.value(expression, this.outer);
    this.bind = (called, call) => this.enter(called, call);
  }

  enter(called, call) {
    this.give(called.parameters, this.arguments(call, this.outer), this.outer);
  }

  /** One of `of` possibilities; the same condition falls the same way everywhere. */
  choose(of, node) {
    const symbol = node && (this.checker.getSymbolAtLocation(node) ?? node.getText());
    if (symbol && this.byCondition.get(symbol)?.of === of) return this.byCondition.get(symbol).taken;
    const taken = this.prefix[this.choices.length] ?? 0;
    this.choices.push({ taken, of });
    if (symbol) this.byCondition.set(symbol, { taken, of });
    return taken;
  }

  value(node, env) {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new NotConstant('is nested too deeply');
    try {
      return this.of(node, env);
    } finally {
      this.depth -= 1;
    }
  }

  of(node, env) {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.value(node.expression, env);
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, span) => text + this.text(this.value(span.expression, env), span.expression) + span.literal.text,
        node.head.text,
      );
    if (ts.isIdentifier(node)) return this.named(node, env);
    if (ts.isConditionalExpression(node))
      return this.value(this.holds(node.condition, env) ? node.whenTrue : node.whenFalse, env);
    if (ts.isBinaryExpression(node)) return this.binary(node, env);
    if (ts.isPropertyAccessExpression(node)) return this.property(node, env);
    if (ts.isElementAccessExpression(node)) return this.element(node, env);
    if (ts.isArrayLiteralExpression(node)) return this.array(node, env);
    if (ts.isObjectLiteralExpression(node)) return this.object(node, env);
    if (ts.isCallExpression(node)) return this.call(node, env);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { node, env };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    return node.kind === ts.SyntaxKind.NullKeyword ? null : new Unknown(node);
  }

  /** In a template. A value of few possible texts has each of them. */
  text(value, node) {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (!(value instanceof Unknown)) return textOf(value);
    const type = this.checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    if (!types.every((one) => one.isStringLiteral() || one.isNumberLiteral())) throw notConstant(value);
    return String(types[this.choose(types.length, node)].value);
  }

  named(node, env) {
    if (node.text === 'undefined') return undefined;
    return this.declared(this.declarationOf(node), node, env);
  }

  declared(declaration, node, env) {
    if (!declaration) return new Unknown(node);
    if (env.has(declaration)) return this.known(declaration, env);
    if (ts.isFunctionDeclaration(declaration)) return { node: declaration, env };
    if (ts.isParameter(declaration)) return this.parameter(declaration, node, env);
    if (ts.isVariableDeclaration(declaration) && declaration.initializer && isSettled(declaration)) {
      const value = this.value(declaration.initializer, env);
      env.set(declaration, value);
      return value;
    }
    if (ts.isVariableDeclaration(declaration) && ts.isForOfStatement(declaration.parent.parent))
      return this.oneOf(declaration, env);
    if (ts.isBindingElement(declaration) && ts.isIdentifier(declaration.name))
      return this.bound(declaration, node, env);
    return new Unknown(node);
  }

  known(declaration, env) {
    const value = env.get(declaration);
    if (!(value instanceof Later)) return value;
    const now = this.value(value.node, value.env);
    env.set(declaration, now);
    return now;
  }

  parameter(declaration, node, env) {
    if (declaration.initializer && this.choose(2, node) === 1) return this.value(declaration.initializer, env);
    return new Unknown(node, declaration);
  }

  /** A name of `const { name } = object` or `const [name] = list`, also of `for (const ... of lists)` and of parameters. */
  bound(element, node, env) {
    const pattern = element.parent;
    const source = this.source(pattern.parent, node, env);
    if (!source || source instanceof Unknown || element.initializer) return new Unknown(node, source?.parameter);
    if (ts.isArrayBindingPattern(pattern))
      return Array.isArray(source) && !element.dotDotDotToken
        ? source[pattern.elements.indexOf(element)]
        : new Unknown(node);
    if (!source.fields) return new Unknown(node);
    if (!element.dotDotDotToken) return this.field(source, (element.propertyName ?? element.name).text, node);
    const others = pattern.elements.map((one) => (one.propertyName ?? one.name).text);
    return { ...source, fields: new Map([...source.fields].filter(([name]) => !others.includes(name))) };
  }

  source(from, node, env) {
    if (ts.isParameter(from)) return env.has(from) ? this.known(from, env) : new Unknown(node, from);
    if (!ts.isVariableDeclaration(from)) return undefined;
    return from.initializer ? this.value(from.initializer, env) : this.oneOf(from, env);
  }

  /** A value of `for (const one of list)`. */
  oneOf(declaration, env) {
    const loop = declaration.parent.parent;
    const list = ts.isForOfStatement(loop) && this.value(loop.expression, env);
    return Array.isArray(list) && list.length > 0
      ? list[this.choose(list.length, declaration.name)]
      : new Unknown(declaration);
  }

  binary(node, env) {
    const { kind } = node.operatorToken;
    const left = () => this.value(node.left, env);
    const right = () => this.value(node.right, env);
    if (kind === ts.SyntaxKind.QuestionQuestionToken) {
      const value = left();
      if (value instanceof Unknown) return this.choose(2, node.left) === 0 ? value : right();
      return value ?? right();
    }
    const values = [left(), right()];
    const unknown = values.find(isUnknown);
    if (unknown) return new Unknown(node, unknown.parameter);
    return OPERATORS[kind]?.(...values) ?? new Unknown(node);
  }

  /** Whether a condition holds; both where that is known at run time only. */
  holds(node, env) {
    if (ts.isParenthesizedExpression(node)) return this.holds(node.expression, env);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return !this.holds(node.operand, env);
    const value = this.value(node, env);
    return value instanceof Unknown ? this.choose(2, node) === 0 : Boolean(value);
  }

  property(node, env) {
    const object = this.value(node.expression, env);
    const name = node.name.text;
    if ((typeof object === 'string' || Array.isArray(object)) && name === 'length') return object.length;
    if (object?.fields) return this.field(object, name, node);
    if (!(object instanceof Unknown)) return new Unknown(node);
    // A readonly member of a class, a static one, an enum, a namespace.
    const declaration = this.declarationOf(node.name);
    if (declaration && ts.isPropertyDeclaration(declaration) && declaration.initializer && isReadonly(declaration))
      return this.value(declaration.initializer, this.outer);
    if (declaration && ts.isVariableDeclaration(declaration)) return this.named(node.name, env);
    return new Unknown(node, object.parameter);
  }

  element(node, env) {
    const object = this.value(node.expression, env);
    const key = this.value(node.argumentExpression, env);
    if (Array.isArray(object)) return typeof key === 'number' ? object[key] : new Unknown(node);
    if (!object?.fields) return new Unknown(node, object?.parameter);
    if (!(key instanceof Unknown)) return this.field(object, String(key), node);
    if (object.open) return new Unknown(node);
    const names = [...object.fields.keys()];
    return names.length === 0
      ? undefined
      : object.fields.get(names[this.choose(names.length, node.argumentExpression)])();
  }

  field(object, name, node) {
    if (object.fields.has(name)) return object.fields.get(name)();
    return object.open ? new Unknown(node) : undefined;
  }

  array(node, env) {
    const values = [];
    for (const element of node.elements) {
      const value = this.tried(ts.isSpreadElement(element) ? element.expression : element, env);
      if (!ts.isSpreadElement(element)) values.push(value);
      else if (Array.isArray(value)) values.push(...value);
      else return new Unknown(element, value.parameter);
    }
    return values;
  }

  /** An element whose text may not be needed. */
  tried(node, env) {
    try {
      return this.value(node, env);
    } catch (error) {
      if (error instanceof NotConstant) return new Unknown(node, error.parameter);
      throw error;
    }
  }

  /** `fields`: by name, evaluated when needed. `open`: has further unknown ones. */
  object(node, env) {
    const result = { fields: new Map(), open: false };
    for (const one of node.properties) {
      if (ts.isSpreadAssignment(one)) {
        const value = this.value(one.expression, env);
        if (value?.fields) value.fields.forEach((field, name) => result.fields.set(name, field));
        if (!value?.fields || value.open) result.open = true;
      } else if (ts.isShorthandPropertyAssignment(one)) {
        const symbol = this.checker.getShorthandAssignmentValueSymbol(one);
        result.fields.set(one.name.text, () => this.declared(this.resolved(symbol).valueDeclaration, one.name, env));
      } else if (ts.isPropertyAssignment(one) && !ts.isComputedPropertyName(one.name)) {
        result.fields.set(one.name.text, () => this.value(one.initializer, env));
      } else result.open = true;
    }
    return result;
  }

  call(node, env) {
    const callee = node.expression;
    if (ts.isPropertyAccessExpression(callee)) {
      const object = this.value(callee.expression, env);
      const built = this.builtIn(object, callee.name.text, node, env);
      if (built !== undefined) return built;
    }
    const declaration = this.calledDeclaration(node, env);
    if (!declaration) return new Unknown(node);
    return this.apply(declaration, node, env);
  }

  calledDeclaration(node, env) {
    if (ts.isIdentifier(node.expression)) {
      const value = this.named(node.expression, env);
      return value?.node?.body ? value : undefined;
    }
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    if (!declaration?.body || !ts.isFunctionLike(declaration)) return undefined;
    return { node: declaration, env: this.outer };
  }

  apply(called, call, env) {
    return this.run(called, this.arguments(call, env), call);
  }

  arguments(call, env) {
    return call.arguments.flatMap((one) => {
      if (!ts.isSpreadElement(one)) return [new Later(one, env)];
      const values = this.value(one.expression, env);
      return Array.isArray(values) ? values : [new Unknown(one)];
    });
  }

  /** Result of a function for `values`. */
  run({ node, env }, values, call) {
    if (node.asteriskToken || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
      return new Unknown(call);
    const inner = new Map(env);
    this.give(node.parameters, values, inner);
    if (!node.body) return new Unknown(call);
    if (!ts.isBlock(node.body)) return this.value(node.body, inner);
    const outcome = this.block(node.body.statements, inner, call);
    return outcome instanceof Returned ? outcome.value : outcome;
  }

  give(parameters, values, env) {
    parameters.forEach((parameter, i) => {
      const rest = () =>
        values.slice(i).map((value) => (value instanceof Later ? this.value(value.node, value.env) : value));
      const value = parameter.dotDotDotToken ? rest() : values[i];
      env.set(parameter, value === undefined && parameter.initializer ? new Later(parameter.initializer, env) : value);
    });
  }

  block(statements, env, call) {
    for (const statement of statements) {
      const outcome = this.statement(statement, env, call);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  }

  statement(node, env, call) {
    if (ts.isReturnStatement(node)) return new Returned(node.expression ? this.value(node.expression, env) : undefined);
    if (ts.isBlock(node)) return this.block(node.statements, env, call);
    if (ts.isVariableStatement(node)) {
      for (const declaration of node.declarationList.declarations)
        if (!isSettled(declaration)) env.set(declaration, new Unknown(declaration));
      return undefined;
    }
    if (ts.isIfStatement(node)) {
      const branch = this.holds(node.expression, env) ? node.thenStatement : node.elseStatement;
      return branch && this.statement(branch, env, call);
    }
    if (ts.isSwitchStatement(node)) {
      const { clauses } = node.caseBlock;
      return this.block(clauses[this.choose(clauses.length, node.expression)].statements, env, call);
    }
    // A loop, an effect: its result is known at run time only.
    return new Unknown(call);
  }

  /** Results of the language's own methods for known values; undefined for other methods. */
  builtIn(object, name, node, env) {
    if (!Array.isArray(object) || !['join', 'map', 'flatMap', 'filter'].includes(name)) return undefined;
    const argument = this.value(node.arguments[0], env);
    if (name === 'join') return object.map((value) => this.text(value, value?.node ?? node)).join(textOf(argument));
    if (!argument?.node) return undefined;
    const results = object.map((value, i) => this.run(argument, [value, i], node));
    if (name === 'filter') return results.some(isUnknown) ? undefined : object.filter((_, i) => results[i]);
    return name === 'map' ? results : results.flat();
  }

  declarationOf(name) {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol && this.resolved(symbol)?.valueDeclaration;
  }

  resolved(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

const OPERATORS = {
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.GreaterThanToken]: (a, b) => a > b,
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: (a, b) => a === b,
};

const isReadonly = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;

/** A `const`; a list or object that is changed after it was made is not settled. */
function isSettled(declaration) {
  if (!(declaration.parent.flags & ts.NodeFlags.Const)) return false;
  const { initializer, name } = declaration;
  if (!initializer || !ts.isIdentifier(name)) return Boolean(initializer);
  if (!ts.isArrayLiteralExpression(initializer) && !ts.isObjectLiteralExpression(initializer)) return true;
  return !new RegExp(`\\b${name.text}(\\.(push|unshift|splice)\\(|\\.\\w+ =[^=]|\\[[^\\]]*\\] =[^=])`).test(
    declaration.getSourceFile().text,
  );
}
