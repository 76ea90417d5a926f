import { Link } from '@tanstack/react-router';
import flatSchema from '../../../../../libs/contract/schemas/manifest-flat.schema.json?url';
import structuredSchema from '../../../../../libs/contract/schemas/manifest-structured.schema.json?url';
import data from '../../docs/generated/fields.json';
import { Anchors, DocsPage, useFilter } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

type Shape = (typeof data.shapes)[number];
type Field = Shape['fields'][number];

const SCHEMAS: Readonly<Record<string, string>> = { structured: structuredSchema, flat: flatSchema };

/** Every field of both manifest shapes; `#structured/drive/id` leads to one, `?q=` filters. */
export function FieldsPage() {
  const [shapes, filter] = useFilter(data.shapes, 'fields', texts.fields.names.fields);
  return (
    <DocsPage title={texts.fields.title}>
      <p className="measure">
        {rich(texts.fields.explanation, {
          star: <code>*</code>,
          link: (text) => (
            <Link to="/docs/checks" hash="C38">
              {text}
            </Link>
          ),
        })}
      </p>
      {filter}
      {shapes.map((shape) => (
        <ShapeTable key={shape.shape} shape={shape} />
      ))}
    </DocsPage>
  );
}

function ShapeTable({ shape }: { shape: Shape }) {
  return (
    <section className="stack stack-8" id={shape.shape}>
      <div className="row row-between">
        <h2>{shape.title}</h2>
        <a href={SCHEMAS[shape.shape]} download={`manifest-${shape.shape}.schema.json`}>
          {texts.fields.jsonSchemaOfShape(shape.letter)}
        </a>
      </div>
      <div className="table-box" role="region" aria-label={shape.title} tabIndex={0}>
        <table className="table docs-fields">
          <thead>
            <tr>
              <th scope="col">{texts.fields.columns.fieldAndType}</th>
              <th scope="col">{texts.fields.columns.meaningRuleExample}</th>
              <th scope="col">{texts.fields.columns.checksAndContract}</th>
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

function FieldRow({ field }: { field: Field }) {
  return (
    <tr id={field.anchor}>
      <td>
        <a href={`#${field.anchor}`}>
          <code>{field.pointer.slice(1).replaceAll('/', '.')}</code>
        </a>
        <p className="small dim">{texts.fields.typeAndPresence(field.type, field.required)}</p>
      </td>
      <td>
        <p>{field.text}</p>
        <Rule field={field} />
        {field.example ? (
          <p>
            <span className="dim">{common.example}</span> <code>{field.example}</code>
          </p>
        ) : null}
      </td>
      <td>
        <Anchors to="/docs/checks" ids={field.checks} />
        <p className="small dim">{field.clause}</p>
      </td>
    </tr>
  );
}

/** Values, limits and default, as far as there are any. */
function Rule({ field }: { field: Field }) {
  const words = field.limits.filter((limit) => !limit.includes('pattern '));
  const patterns = field.limits.filter((limit) => limit.includes('pattern '));
  const values: readonly string[] = field.values;
  return (
    <>
      {values.length > 0 ? (
        <p className="docs-values">
          <span className="dim">{texts.fields.oneOf}</span>{' '}
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      ) : null}
      {words.length > 0 ? <p className="dim">{texts.fields.rule(words.join(', '))}</p> : null}
      {patterns.map((limit) => (
        <p key={limit}>
          <span className="dim">{limit.startsWith('each') ? texts.fields.eachFits : texts.fields.fits}</span>{' '}
          <code>{limit.slice(limit.indexOf('pattern ') + 8)}</code>
        </p>
      ))}
      {field.otherwise ? (
        <p>
          <span className="dim">{texts.fields.default}</span> <code>{field.otherwise}</code>
        </p>
      ) : null}
    </>
  );
}
