import { invalid } from './errors.js';

/** A decoded form value: everything is text until the catalogue gives it a type. */
type FormValue = string | FormValue[] | { [name: string]: FormValue };
type Form = { [name: string]: FormValue };

const maxDepth = 6;

/**
 * Decodes `a=1&b[c]=2&d[0]=x&d[]=y` as the provider reads it: brackets nest, numbered and empty brackets make arrays.
 * Throws a 400 for names that cannot be read.
 */
export function parseForm(text: string): Form {
  const root = blank();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = splitName(name);
    if (path.length > maxDepth) throw invalid(`Too deeply nested parameter: ${name}`, { param: name });
    put(root, path, value, name);
  }
  return root;
}

function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  const path = [name.slice(0, open)];
  const rest = name.slice(open);
  const brackets = /\[([^[\]]*)\]/y;
  while (brackets.lastIndex < rest.length) {
    const found = brackets.exec(rest);
    if (!found) return [name];
    path.push(found[1] ?? '');
  }
  return path;
}

function put(root: Form, path: string[], value: string, name: string): void {
  let at: Form | FormValue[] = root;
  path.forEach((step, depth) => {
    const last = depth === path.length - 1;
    const here = at;
    const current: FormValue | undefined = Array.isArray(here) ? here[indexOf(here, step, name)] : here[step];
    if (last) {
      if (current !== undefined) throw invalid(`Parameter given twice: ${name}`, { param: name });
      store(here, step, value, name);
      return;
    }
    if (current === undefined) {
      const next: Form | FormValue[] = /^\d*$/.test(path[depth + 1] ?? '') ? [] : blank();
      store(here, step, next, name);
      at = next;
    } else if (typeof current === 'string') {
      throw invalid(`Invalid parameter: ${name}`, { param: name });
    } else {
      at = current;
    }
  });
}

function store(here: Form | FormValue[], step: string, value: FormValue, name: string): void {
  if (Array.isArray(here)) here[indexOf(here, step, name)] = value;
  else here[step] = value;
}

function indexOf(list: FormValue[], step: string, name: string): number {
  const index = step === '' ? list.length : Number(step);
  if (!Number.isInteger(index) || index > list.length || index > 999) {
    throw invalid(`Invalid array: ${name}`, { param: name });
  }
  return index;
}

// No prototype: a parameter called __proto__ is a name like any other.
function blank(): Form {
  return Object.create(null) as Form;
}
