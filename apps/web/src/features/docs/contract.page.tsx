import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataTable } from '../../components/tables/data-table.js';
import { Facts } from '../../components/layout/page.js';
import reference from '../../docs/reference.json';
import { Code, DocsPage } from './docs-page.js';

/** The contract on one page; the numbers are those that the code runs with. */
export function ContractPage(): ReactNode {
  return (
    <DocsPage title="Contract">
      <p className="measure">
        Drive Platform Contract v1: seven endpoints, one manifest, one signature. This page is generated from the code
        the host runs.
      </p>
      <Endpoints />
      <Envelope />
      <Signing />
      <Install />
      <Events />
      <Permissions />
      <Limits />
      <Rates />
    </DocsPage>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactNode {
  return (
    <section className="card stack" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Endpoints(): ReactNode {
  return (
    <Part id="endpoints" title="The seven endpoints">
      <DataTable
        label="The seven endpoints"
        rows={reference.endpoints}
        rowKey={({ name }) => name}
        columns={[
          { id: 'path', title: 'Path', cell: ({ path }) => <code>{path}</code> },
          { id: 'method', title: 'Method', cell: ({ method }) => method },
          { id: 'signed', title: 'Signed', cell: ({ signed }) => (signed ? 'yes' : 'no, public') },
          { id: 'text', title: 'What it is', wrap: true, cell: ({ text }) => text },
          { id: 'data', title: 'data', cell: ({ data }) => <code>{data}</code> },
        ]}
      />
      <p className="measure">
        These are the default paths; a structured manifest may name others on its own origin. Public endpoints never
        look at a signature.
      </p>
    </Part>
  );
}

function Envelope(): ReactNode {
  return (
    <Part id="envelope" title="Envelope">
      <div className="docs-columns">
        <Code label="A success">{JSON.stringify(reference.envelope.success, null, 2)}</Code>
        <Code label="A failure">{JSON.stringify(reference.envelope.failure, null, 2)}</Code>
      </div>
      <p>
        Every response has one of these two shapes. <Link to="/docs/errors">Malformed requests and errors</Link>
      </p>
    </Part>
  );
}

function Signing(): ReactNode {
  const { headers, steps, example } = reference.signing;
  return (
    <Part id="signing" title="Verifying a signature, step by step">
      <Facts items={headers.map(([name, text]) => [name!, text])} />
      <ol className="prose">
        {steps.map(({ text, reason }, i) => (
          <li key={text}>
            {i + 1}. {text} <code>401 {reason}</code>
          </li>
        ))}
      </ol>
      <p className="measure">
        Use the path exactly as on the request line: not decoded, including the query and the install ID of an
        uninstall. Method, body and other headers are not signed. An example to verify your code:
      </p>
      <Facts
        items={[
          ['Secret', <code key="s">{example.secret}</code>],
          ['Signed text', <code key="p">{example.payload}</code>],
          ['Signature', <code key="h">{example.signature}</code>],
        ]}
      />
      <p>
        <Link to="/docs/signing">Verifiers to copy, and a form that signs</Link>
      </p>
    </Part>
  );
}

type InstallField = (typeof reference.install.requestFields)[number];

function Members({ label, rows }: { label: string; rows: readonly InstallField[] }): ReactNode {
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ pointer }) => pointer}
      columns={[
        { id: 'name', title: 'Field', cell: ({ pointer }) => <code>{pointer.slice(1).replaceAll('/', '.')}</code> },
        {
          id: 'variant',
          title: 'Variant',
          cell: ({ variant }) => (variant === 'addition' ? 'v1.x addition' : String(variant)),
        },
        { id: 'type', title: 'Type', cell: ({ type }) => type },
        { id: 'required', title: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
        { id: 'text', title: 'Meaning', wrap: true, cell: ({ text }) => text },
      ]}
    />
  );
}

function Install(): ReactNode {
  const { requests, responses, revocation, requestFields, responseFields, revokeFields } = reference.install;
  return (
    <Part id="install" title="Install and uninstall">
      <p className="measure">
        The contract has two variants of the body. The host sends both at once; read either one. Respond with 200 and
        either variant.
      </p>
      <h3>Request</h3>
      <Members label="Install request" rows={requestFields} />
      <div className="docs-columns">
        {requests.map(({ variant, body }) => (
          <Code key={variant} label={`Install request, variant ${variant}`}>
            {JSON.stringify(body, null, 2)}
          </Code>
        ))}
      </div>
      <h3>Answer</h3>
      <Members label="Install answer" rows={responseFields} />
      <div className="docs-columns">
        {responses.map(({ variant, body }) => (
          <Code key={variant} label={`Install answer, variant ${variant}`}>
            {JSON.stringify(body, null, 2)}
          </Code>
        ))}
      </div>
      <h3>Answer to an uninstall</h3>
      <Members label="Uninstall answer" rows={revokeFields} />
      <Code label="Uninstall answer, example">{JSON.stringify(revocation, null, 2)}</Code>
    </Part>
  );
}

function Events(): ReactNode {
  const { kinds, row, maxKindLength } = reference.events;
  return (
    <Part id="events" title="Events and kinds">
      <p className="measure">
        The events endpoint answers <code>{'{ "events": [row, …] }'}</code> with every row whose ts is greater than{' '}
        <code>since</code>, in Unix milliseconds; without it, or when it is no number, all. Rows are append-only: the
        same id again changes nothing, other data under it is a violation. A kind has at most {maxKindLength}{' '}
        characters, noun.verb or with underscores.
      </p>
      <Code label="An event row">{JSON.stringify(row, null, 2)}</Code>
      <DataTable
        label="Kinds of events"
        rows={kinds}
        rowKey={({ kind }) => kind}
        columns={[
          { id: 'kind', title: 'Kind', cell: ({ kind }) => <code>{kind}</code> },
          {
            id: 'aliases',
            title: 'Also spelled',
            cell: ({ aliases }) =>
              aliases.length > 0 ? aliases.map((alias) => <code key={alias}>{alias}</code>) : '–',
          },
          { id: 'from', title: 'From', cell: ({ from }) => (from === 'host' ? 'host' : 'Drive') },
          { id: 'text', title: 'Meaning', wrap: true, cell: ({ text }) => text },
        ]}
      />
    </Part>
  );
}

function Permissions(): ReactNode {
  return (
    <Part id="permissions" title="Permissions">
      <DataTable
        label="Permissions"
        rows={reference.permissions}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', title: 'Name', cell: ({ name }) => <code>{name}</code> },
          { id: 'text', title: 'Shown to the operator', wrap: true, cell: ({ text }) => text },
        ]}
      />
    </Part>
  );
}

function Limits(): ReactNode {
  return (
    <Part id="limits" title="Limits">
      {reference.limits.map(({ group, rows }) => (
        <div key={group} className="stack stack-8">
          <h3>{group}</h3>
          <DataTable
            label={`Limits: ${group}`}
            rows={rows}
            rowKey={([what]) => what!}
            columns={[
              { id: 'what', title: 'What', cell: ([what]) => what },
              { id: 'value', title: 'Limit', cell: ([, value]) => value },
              { id: 'where', title: 'Note', wrap: true, cell: ([, , where]) => where },
            ]}
          />
        </div>
      ))}
    </Part>
  );
}

function Rates(): ReactNode {
  return (
    <Part id="rates" title="Rate limits">
      <p className="measure">
        Above a limit the response is 429 with <code>Retry-After</code> in seconds. The numbers of the validator are the
        defaults of this release; an installation may set others.
      </p>
      <DataTable
        label="Rate limits"
        rows={reference.rates}
        rowKey={([what]) => what!}
        columns={[
          { id: 'what', title: 'What', cell: ([what]) => what },
          { id: 'limit', title: 'Limit', cell: ([, limit]) => limit },
          {
            id: 'code',
            title: 'Then',
            cell: ([, , code]) => (
              <Link to="/docs/errors" hash={`api-${code}`}>
                <code>{code}</code>
              </Link>
            ),
          },
        ]}
      />
    </Part>
  );
}
