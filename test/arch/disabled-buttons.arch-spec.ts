import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const PAGES = path.join(ROOT, 'apps/web/src');
const WHY_NOT = 'WhyNot';
/** Ways in which markup disables a button. */
const SAYS_SO = ['disabled', 'aria-disabled', 'data-disabled'];
/** Fields for typing or choosing: their own description names what they wait for. */
const FIELDS = ['TextInput', 'Radio', 'Checkbox'];
/** Hand everything on to the button that they are: a link, one with its dialog, of a change, and inside WhyNot. */
const HAND_ON = ['layout/link-button', 'layout/dialog-button', 'forms/post-button', 'feedback/feedback'].map(
  (name) => `apps/web/src/components/${name}.tsx`,
);

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

const tagOf = (element: Opening): string => element.tagName.getText();
const isButton = (element: Opening): boolean => /button|ActionIcon|Menu\.Item/i.test(tagOf(element));
const named = (element: Opening): string[] =>
  element.attributes.properties.filter(ts.isJsxAttribute).map((attribute) => attribute.name.getText());

/** `{...described}`, where `described` comes from the nearest `<WhyNot>` around. */
function isDescribed({ expression }: ts.JsxSpreadAttribute): boolean {
  for (let node: ts.Node = expression; node.parent; node = node.parent) {
    if (!ts.isArrowFunction(node)) continue;
    const [given] = node.parameters;
    const binds = given !== undefined && given.name.getText() === expression.getText();
    const child = node.parent.parent;
    if (binds) return ts.isJsxElement(child) && tagOf(child.openingElement) === WHY_NOT;
  }
  return false;
}

/** Sometimes disabled buttons without an explanation. */
function silent(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (element: Opening, what: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(element.getStart());
    found.push(`${file}:${line + 1} <${tagOf(element)}> ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const names = named(node);
      const explained = FIELDS.includes(tagOf(node)) && names.includes('description');
      if (names.some((name) => SAYS_SO.includes(name)) && !explained) note(node, 'is disabled without WhyNot');
      for (const spread of node.attributes.properties.filter(ts.isJsxSpreadAttribute))
        if (isButton(node) && !isDescribed(spread) && !HAND_ON.includes(file)) note(node, 'takes unknown attributes');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => path.join('apps/web/src', name));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

describe('a disabled button', () => {
  it('explains on every page why it cannot be pressed', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap((file) => silent(file, read(file)))).toEqual([]);
  });

  it('is found often, so that this test covers the pages', () => {
    const explained = files.map((file) => read(file).split(/<WhyNot\s|\bwhyNot=/).length - 1);
    expect(explained.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(65);
  });

  it.each([
    ['disabled', '<Button disabled={!ready}>Send</Button>'],
    ['always disabled', '<button disabled>Send</button>'],
    ['for assistive technology only', '<Button aria-disabled={!ready}>Send</Button>'],
    [
      'next to its reason but not described by it',
      '<WhyNot reason={why}>{() => <Button disabled>Send</Button>}</WhyNot>',
    ],
    ['given unknown properties', '<Button {...rest}>Send</Button>'],
    ['given by another variable of that name', 'items.map((described) => <Button {...described}>Send</Button>)'],
    ['a part with buttons of its own', '<ReasonDialog disabled={count === 0} />'],
    ['a field without a description', '<TextInput label="Until" disabled={!agreed} />'],
  ])('is refused when it is %s', (_, markup) =>
    expect(silent('planted.tsx', `export const planted = ${markup};`)).toHaveLength(1),
  );

  it.each([
    ['reason', '<WhyNot reason={why}>{(described) => (<Button {...described}>Send</Button>)}</WhyNot>'],
    [
      'reason of two',
      '<WhyNot reason={why}>{(is) => (<><Button {...is}>A</Button><Button {...is}>B</Button></>)}</WhyNot>',
    ],
    ['bar while it is sent', '<Button loading={busy}>Send</Button>'],
    ['description', '<TextInput label="Until" description="Only with an agreement." disabled={!agreed} />'],
  ])('is accepted with a %s', (_, markup) =>
    expect(silent('planted.tsx', `export const planted = ${markup};`)).toEqual([]),
  );
});
