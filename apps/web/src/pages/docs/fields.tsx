import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import flatSchema from '../../../../../libs/contract/schemas/manifest-flat.schema.json?url';
import structuredSchema from '../../../../../libs/contract/schemas/manifest-structured.schema.json?url';
import data from '../../docs/fields.json';
import { holdsWords } from '../../docs/search.js';
import { useUrlState } from '../../lib/url-state.js';
import { CheckLinks, DocsPage, Filter } from './docs-page.js';

type Shape = (typeof data.shapes)[number];
type Field = Shape['fields'][number];

const SCHEMAS: Readonly<Record<string, string>> = { structured: structuredSchema, flat: flatSchema };

/** Every field of both manifest shapes; `#structured/drive/id` leads to one, `?q=` filters. */
export function FieldsPage(): ReactNode {
  const [query, setQuery] = useUrlState('q');
  const shapes = data.shapes.map((shape) => ({
    ...shape,
    fields: shape.fields.filter((field) => holdsWords(field, query)),
  }));
  const count = (list: readonly { fields: readonly unknown[] }[]): number =>
    list.reduce((total, { fields }) => total + fields.length, 0);
  return (
    <DocsPage title="Fields of a manifest">
      <p className="measure">
        A manifest has one of two shapes: B, structured, or A, flat. A member of an optional object is required where
        the object is there; <code>*</code> stands for every element. Other members are ignored with a{' '}
        <Link to="/docs/checks" hash="C38">
          note
        </Link>
        .
      </p>
      <Filter value={query} onChange={setQuery} found={count(shapes)} all={count(data.shapes)} what="fields" />
      {shapes.map((shape) => (shape.fields.length > 0 ? <ShapeTable key={shape.shape} shape={shape} /> : null))}
    </DocsPage>
  );
}

function ShapeTable({ shape }: { shape: Shape }): ReactNode {
  return (
    <section className="stack stack-8" aria-labelledby={`${shape.shape}-title`}>
      <div className="row row-between">
        <h2 id={`${shape.shape}-title`}>{shape.title}</h2>
        <a href={SCHEMAS[shape.shape]} download={`manifest-${shape.shape}.schema.json`}>
          JSON Schema
        </a>
      </div>
      <div className="table-box" role="region" aria-label={shape.title} tabIndex={0}>
        <table className="table docs-fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">Required</th>
              <th scope="col">Meaning and rule</th>
              <th scope="col">Example</th>
              <th scope="col">Checks</th>
              <th scope="col">Contract</th>
            </tr>
          </thead>
          <tbody>
            {shape.fields.map((field) => (
              <FieldRow key={field.anchor} field={field} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function FieldRow({ field }: { field: Field }): ReactNode {
  return (
    <tr id={field.anchor}>
      <th scope="row">
        <a href={`#${field.anchor}`} title={field.pointer}>
          <code>{field.pointer.slice(1).replaceAll('/', '.')}</code>
        </a>
      </th>
      <td>{field.type}</td>
      <td>{field.required ? 'yes' : 'no'}</td>
      <td className="wrap">
        {field.text} <Rule field={field} />
      </td>
      <td className="wrap">{field.example ? <code className="docs-example">{field.example}</code> : '–'}</td>
      <td>
        <CheckLinks ids={field.checks} />
      </td>
      <td className="wrap">{field.clause}</td>
    </tr>
  );
}

function Rule({ field }: { field: Field }): ReactNode {
  const words = field.limits.filter((limit) => !limit.includes('pattern '));
  const patterns = field.limits.filter((limit) => limit.includes('pattern '));
  return (
    <>
      {field.values.length > 0 ? (
        <span className="docs-values">
          One of{' '}
          {(field.values as readonly string[]).map((value) => (
            <code key={value}>{value}</code>
          ))}
        </span>
      ) : null}
      {words.length > 0 ? <span className="dim">Rule: {words.join(', ')}. </span> : null}
      {patterns.map((limit) => (
        <span key={limit} className="dim">
          {limit.startsWith('each') ? 'Each fits' : 'Fits'}{' '}
          <code>{limit.slice(limit.indexOf('pattern ') + 8)}</code>{' '}
        </span>
      ))}
      {field.otherwise ? (
        <span className="dim">
          Default <code>{field.otherwise}</code>
        </span>
      ) : null}
    </>
  );
}
