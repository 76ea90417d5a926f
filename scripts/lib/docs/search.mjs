// One search over everything that is documented: the index, whose addresses are also the list of anchors that exist.
import { json } from './from-dist.mjs';

/** {entries: [{group, title, text, href}]} */
export function searchIndex({ checks, fields, errors, api }) {
  const entries = [
    ...json('apps/web/src/docs/guides.json').map((guide) => ({ group: 'Guides', ...guide })),
    ...checks.map(({ id, title, rule, cause, fix }) => ({
      group: 'Checks',
      title: `${id} ${title}`,
      text: `${rule} ${cause} ${fix}`,
      href: `/docs/checks#${id}`,
    })),
    ...fields.flatMap(({ letter, fields: list }) =>
      list.map(({ pointer, anchor, text, values }) => ({
        group: 'Fields',
        title: `${pointer.slice(1).replaceAll('/', '.')} (shape ${letter})`,
        text: [text, ...values].join(' '),
        href: `/docs/fields#${anchor}`,
      })),
    ),
    ...errors.flatMap(({ title, entries: list }) =>
      list.map(({ anchor, status, code, meaning, spellings }) => ({
        group: 'Errors',
        title: [status, code].filter((part) => part !== null).join(' '),
        text: [meaning, ...spellings, title].join(' '),
        href: `/docs/errors#${anchor}`,
      })),
    ),
    ...api.groups.flatMap(({ tag, operations }) =>
      operations.map(({ anchor, method, path, text }) => ({
        group: 'Endpoints',
        title: `${method} ${path}`,
        text: [text, tag].filter(Boolean).join(' '),
        href: `/docs/api#${anchor}`,
      })),
    ),
    ...api.types.map(({ name, anchor, fields: list }) => ({
      group: 'Types',
      title: name,
      text: list.map((field) => field.name).join(' '),
      href: `/docs/api#${anchor}`,
    })),
  ];
  const twice = entries.map(({ href }) => href).filter((href, i, all) => all.indexOf(href) !== i);
  if (twice.length > 0) throw new Error(`Two things have the address ${[...new Set(twice)].join(', ')}`);
  return { entries };
}
