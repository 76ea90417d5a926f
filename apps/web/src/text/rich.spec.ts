import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { plural } from './plural.js';
import { rich } from './rich.js';

const markup = (node: ReactNode): string => renderToStaticMarkup(createElement('p', null, node));
const link = (words: ReactNode): ReactNode => createElement('a', { href: '/guide' }, words);

it('content and elements are placed where the sentence names them', () => {
  const text = 'Read <link>the guide of {month}</link>, then {step}.' as const;
  expect(markup(rich(text, { link, month: 'October', step: createElement('code', null, 'sign') }))).toBe(
    '<p>Read <a href="/guide">the guide of October</a>, then <code>sign</code>.</p>',
  );
});

it('inserted content is not interpreted', () => {
  expect(markup(rich('Of {name}, {month}.', { name: '{month} <link>x</link>', month: 'May' }))).toBe(
    '<p>Of {month} &lt;link&gt;x&lt;/link&gt;, May.</p>',
  );
});

it('every slot of a sentence is required', () => {
  // @ts-expect-error: `name` is missing.
  const without = rich('Of {name}, <link>here</link>.', { link });
  expect(markup(without)).toBe('<p>Of , <a href="/guide">here</a>.</p>');
  // @ts-expect-error: `link` needs a function.
  const plain = rich('<link>here</link>', { link: 'x' });
  expect(markup(plain)).toBe('<p>x</p>');
});

it('a count of one has its own form', () => {
  expect([0, 1, 2, 1n].map((count) => plural(count, 'run', 'runs'))).toEqual(['runs', 'run', 'runs', 'run']);
});
