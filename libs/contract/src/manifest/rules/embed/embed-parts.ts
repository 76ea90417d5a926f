/** Elements that only show their content, or load from a checked URL. Custom elements are allowed too. */
const ELEMENTS: ReadonlySet<string> = new Set(
  'a b br button div em h1 h2 h3 h4 h5 h6 i iframe img li link ol p script section small span strong ul'.split(' '),
);

/** Elements without an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'img', 'link']);
/** Elements whose content is not shown as written. */
export const LOADED_ELEMENTS: ReadonlySet<string> = new Set(['script', 'iframe']);

/** Attributes with a URL to load from or link to. */
export const ADDRESSES: ReadonlySet<string> = new Set(
  'action background cite data formaction href longdesc poster src'.split(' '),
);

const EVERYWHERE = ['id', 'class', 'title', 'lang', 'dir', 'role', 'hidden'];
const LOADING = ['crossorigin', 'integrity', 'referrerpolicy'];
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  button: ['type'],
  iframe: ['src', 'width', 'height', 'loading', 'sandbox', 'referrerpolicy'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  link: ['href', 'rel', ...LOADING],
  script: ['src', 'type', 'async', 'defer', ...LOADING],
};

/** Values that are required for an element to be what it seems. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'script type': ['module', 'text/javascript'],
  'link rel': ['stylesheet'],
};

/** Attributes that no element may have, because they contain markup, styles or several URLs. */
const OPAQUE: ReadonlySet<string> = new Set('style srcdoc srcset imagesrcset ping http-equiv is'.split(' '));

const isCustomElement = (name: string): boolean => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name);
export const isAllowedElement = (name: string): boolean => ELEMENTS.has(name) || isCustomElement(name);

/** An own attribute of a custom element is checked by its value only. */
export function isAllowedAttribute(element: string, name: string, value: string): boolean {
  if (OPAQUE.has(name) || !/^[a-z][a-z0-9_-]*$/.test(name)) return false;
  if (/^(?:data|aria)-/.test(name) || EVERYWHERE.includes(name) || isCustomElement(element)) return true;
  if (ATTRIBUTES[element]?.includes(name) !== true) return false;
  return VALUES[`${element} ${name}`]?.includes(value.toLowerCase()) ?? true;
}

/** Where the token may be: never in a URL, which others log. */
export function takesToken(element: string, name: string): boolean {
  return name.startsWith('data-') || (isCustomElement(element) && !ADDRESSES.has(name));
}
