import { createElement, Fragment, type ReactNode } from 'react';

type Values<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Values<Rest> : never;
type Tags<T> = T extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;

/** Slots of a text: content for `{name}`, and for `<name>words</name>` the element around the words. */
type Slots<T extends string> = string extends T
  ? Record<string, ReactNode | ((words: ReactNode) => ReactNode)>
  : Record<Values<T>, ReactNode> & Record<Tags<T>, (words: ReactNode) => ReactNode>;

const SLOT = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/gs;

/**
 * A sentence of a catalogue with elements in it: `rich('Read <link>the guide</link> of {month}.', { link: …, month: … })`.
 * The sentence stays whole for translators. Inserted text is not searched for slots again.
 */
export function rich<T extends string>(text: T, slots: Slots<T>): ReactNode {
  const found: Record<string, ReactNode | ((words: ReactNode) => ReactNode)> = slots;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(SLOT)) {
    const [whole, value, tag, words] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    const slot = found[value ?? tag ?? ''];
    parts.push(typeof slot === 'function' ? slot(rich<string>(words ?? '', found)) : slot);
  }
  parts.push(text.slice(end));
  return createElement(Fragment, null, ...parts);
}
