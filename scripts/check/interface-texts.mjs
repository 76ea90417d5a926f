// The eslint rule `portal/interface-texts`: texts of pages are in a catalogue (CONTRIBUTING.md, item 9).

/** Attributes and properties that a page shows, whatever they contain. */
const SHOWN = new Set(
  `alt aria-description aria-label aria-roledescription caption clearLabel confirm description dismiss done effect empty
  error header heading help hint label legend message note placeholder readBy reason summary text title tooltip warning
  what whyNot`.split(/\s+/),
);
/** Attributes and properties whose words are for the machine: identifiers, styles, addresses. */
const TECHNICAL =
  /^(accept|align|area|as|autoComplete|aria-(controls|current|describedby|labelledby|live)|className|code|color|d|data-.*|fill|format|href|htmlFor|icon|id|inputMode|is|key|kind|lang|language|method|mode|of|order|path|pattern|position|query|rel|role|rowKey|scope|search|size|src|stroke|style|styles|target|to|tone|transform|type|value|variant|viewBox|.*ClassName)$/;
/** Elements for what a person types or a program reads. */
const MACHINE = new Set(['code', 'kbd', 'pre', 'samp']);
const COMPARING = new Set(['==', '===', '!=', '!==', '<', '>', '<=', '>=', 'in', 'instanceof']);
/** Calls whose words are no texts: `'usd eur'.split(' ')`, `list.querySelector('a b')`, errors for developers, formats of Intl. */
const NO_TEXT_CALLS = /^(querySelector(All)?|matchMedia|closest|split|createElement|import|require)$/;
const NO_TEXT_CLASSES = /(^|\.)(Error|TypeError|RegExp|URL|Set|Map|DateTimeFormat|NumberFormat)$/;

const anyWord = (text) => /[A-Za-z]{2}|^[aI]$/.test(text);
/** Reads like words for people: a capital and small letters, two words, or the end of a sentence. */
const readsLikeText = (text) =>
  !/^[/#.]|:\/\//.test(text) &&
  (/^[“"‘(]?[A-Z][a-z’]+([ .,:;?!…]|$)/.test(text) ||
    /[A-Za-z0-9,.:;)”’%] +[A-Za-z“(]/.test(text) ||
    /[a-z][.!?…]$/.test(text) ||
    /^[ .,]+[a-zA-Z]{2}/.test(text));
const shorten = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** @type {import('eslint').Rule.RuleModule} */
export const interfaceTexts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: '“{{text}}” is shown outside the catalogue: move it to the texts of its area.' },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const checker = parserServices?.program?.getTypeChecker();
    const report = (node, text) =>
      context.report({ node, messageId: 'outside', data: { text: shorten(text.trim().replace(/\s+/g, ' ')) } });

    /** In an expression that React renders, such as `cell: (row) => row.name ?? 'none'`. */
    const isDrawn = (node) => {
      if (!checker) return false;
      const type = checker.getContextualType(parserServices.esTreeNodeToTSNodeMap.get(node));
      return type !== undefined && /React(Node|Element|Portal)/.test(checker.typeToString(type));
    };
    const isMachine = (node) => {
      for (let { parent } = node; parent; parent = parent.parent) {
        if (parent.type === 'JSXOpeningElement') return false;
        if (parent.type === 'JSXElement' && MACHINE.has(parent.openingElement.name.name)) return true;
      }
      return false;
    };

    /** Where a value ends up: 'shown', 'never', or undefined when the text decides. */
    function placeOf(node) {
      const { parent } = node;
      switch (parent.type) {
        case 'ConditionalExpression':
          return parent.test === node ? 'never' : placeOf(parent);
        case 'BinaryExpression':
          return COMPARING.has(parent.operator) ? 'never' : placeOf(parent);
        case 'LogicalExpression':
        case 'TSAsExpression':
        case 'TSSatisfiesExpression':
        case 'TSNonNullExpression':
          return placeOf(parent);
        case 'JSXExpressionContainer':
          return parent.parent.type === 'JSXAttribute' ? placeOf(parent) : 'shown';
        case 'JSXAttribute':
          return placeOfName(parent.name.name);
        case 'Property':
          if (parent.key === node) return 'never';
          return parent.key.type === 'Identifier' || parent.key.type === 'Literal'
            ? placeOfName(parent.key.name ?? String(parent.key.value))
            : undefined;
        case 'CallExpression': {
          const called = parent.callee.property?.name ?? parent.callee.name;
          if (called === 'toast') return 'shown';
          return NO_TEXT_CALLS.test(called ?? '') ? 'never' : undefined;
        }
        case 'NewExpression':
          return NO_TEXT_CLASSES.test(context.sourceCode.getText(parent.callee)) ? 'never' : undefined;
        case 'MemberExpression':
          return parent.computed || NO_TEXT_CALLS.test(parent.property.name ?? '') ? 'never' : undefined;
        case 'SwitchCase':
        case 'TSLiteralType':
        case 'TSEnumMember':
        case 'TSExternalModuleReference':
        case 'ImportDeclaration':
        case 'ImportExpression':
        case 'ImportAttribute':
        case 'ExportNamedDeclaration':
        case 'ExportAllDeclaration':
          return 'never';
        default:
          return isDrawn(node) ? 'shown' : undefined;
      }
    }
    const placeOfName = (name) => (SHOWN.has(name) ? 'shown' : TECHNICAL.test(name) ? 'never' : undefined);

    /** `text` has a figure where something is put in. */
    const judge = (node, text, words = text) => {
      if (!/[A-Za-z]/.test(words)) return;
      const place = placeOf(node);
      if (place === 'never' || isMachine(node)) return;
      if (place === 'shown' ? anyWord(words) : readsLikeText(text) && anyWord(words)) report(node, text);
    };
    return {
      JSXText: (node) => {
        if (/[A-Za-z]/.test(node.value.replace(/&\w+;/g, '')) && !isMachine(node)) report(node, node.value);
      },
      Literal: (node) => {
        if (typeof node.value === 'string') judge(node, node.value);
      },
      TemplateLiteral: (node) => {
        if (node.parent.type === 'TaggedTemplateExpression') return;
        const pieces = node.quasis.map(({ value }) => value.cooked ?? '');
        judge(node, pieces.join('9'), pieces.join(''));
      },
    };
  },
};
