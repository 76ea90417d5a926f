import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ToneBadge } from '../../components/feedback/feedback.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Card, NamedFacts } from '../../components/layout/page.js';
import data from '../../docs/generated/api.json';
import { holdsWords } from '../../docs/search.js';
import { Anchors, DocsPage, useFilter } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

const { groups, types } = data;
type Operation = (typeof groups)[number]['operations'][number];
type TypeDoc = (typeof types)[number];
const typeNames = new Set(types.map(({ name }) => name));

/** The portal's own API; `#post-api-v1-operator-installs` leads to a route, `#type-InstallView` to a type. */
export function ApiPage() {
  const [found, filter, query] = useFilter(groups, 'operations', texts.api.names.routes, ({ tag }) => tag);
  const foundTypes = types.filter((type) => holdsWords(type, query));
  return (
    <DocsPage title={texts.api.title}>
      <p className="measure">
        {rich(texts.api.explanation, {
          okData: <code>{'{ ok, data, meta }'}</code>,
          okFalse: <code>{'{ ok: false, error, message, details, request_id }'}</code>,
          idempotencyKey: <code>Idempotency-Key</code>,
          openapiJson: (text) => <a href="/api/openapi.json">{text}</a>,
          docs: (text) => <a href="/api/docs">{text}</a>,
        })}
      </p>
      {filter}
      {found.map(({ tag, anchor, operations }) => (
        <Card key={tag} id={anchor} title={tag.charAt(0).toUpperCase() + tag.slice(1)}>
          <div>
            {operations.map((operation) => (
              <OperationEntry key={operation.anchor} operation={operation} />
            ))}
          </div>
        </Card>
      ))}
      {foundTypes.length > 0 ? (
        <Card id="types" title={texts.api.heading}>
          <div>
            {foundTypes.map((type) => (
              <TypeEntry key={type.name} type={type} />
            ))}
          </div>
        </Card>
      ) : null}
    </DocsPage>
  );
}

function OperationEntry({ operation }: { operation: Operation }) {
  const { anchor, method, path, text, access, params, body, answers, codes, around } = operation;
  return (
    <Entry
      anchor={anchor}
      title={
        <>
          <code>
            {method} {path}
          </code>{' '}
          {text}
        </>
      }
    >
      <div className="stack stack-8">
        <NamedFacts
          items={[
            [
              common.for,
              <ToneBadge key="a" tone={access === 'anybody' ? 'ok' : 'neutral'}>
                {access}
              </ToneBadge>,
            ],
            [texts.api.operationEntryFacts.body, body === null ? null : <TypeName key="b" text={body} />],
            ...answers.map(
              ({ status, text: note, type, media, enveloped }) =>
                [
                  texts.api.answer(status),
                  <span key={status}>
                    {type ? <TypeName text={type} /> : (media ?? texts.api.noBody)}
                    {enveloped ? texts.api.asData : ''} {note}
                  </span>,
                ] as readonly [string, ReactNode],
            ),
            [texts.api.operationEntryFacts.refusals, <Codes key="c" codes={codes} />],
            [texts.api.operationEntryFacts.also, <Codes key="d" codes={around} />],
          ]}
        />
        {params.length > 0 ? (
          <DataTable
            label={texts.api.operationEntryTableLabel(method, path)}
            rows={params}
            rowKey={({ name, where }) => `${where} ${name}`}
            titles={texts.api.operationEntryColumns}
            columns={[
              { id: 'name', cell: ({ name }) => <code>{name}</code> },
              { id: 'where', cell: ({ where }) => where },
              { id: 'type', cell: ({ type }) => type },
              { id: 'required', cell: ({ required }) => (required ? common.yesInText : common.noInText) },
              { id: 'text', cell: ({ text: meaning }) => meaning ?? '–' },
            ]}
          />
        ) : null}
      </div>
    </Entry>
  );
}

function TypeEntry({ type }: { type: TypeDoc }) {
  return (
    <Entry anchor={type.anchor} title={<code>{type.name}</code>}>
      <DataTable
        label={texts.api.typeEntryTableLabel(type.name)}
        rows={type.fields}
        rowKey={({ name }) => name}
        titles={texts.api.typeEntryColumns}
        columns={[
          { id: 'name', cell: ({ name }) => <code>{name}</code> },
          { id: 'type', cell: ({ type: text }) => <TypeName text={text} /> },
          { id: 'required', cell: ({ required }) => (required ? common.yesInText : common.noInText) },
          { id: 'text', cell: ({ text }) => text ?? '–' },
        ]}
      />
    </Entry>
  );
}

/** Shows its details once it was opened: all of them at once are 47,000 elements, of which a reader opens a few. */
function Entry({ anchor, title, children }: { anchor: string; title: ReactNode; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="docs-details docs-operation"
      id={anchor}
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary>{title}</summary>
      {opened ? children : null}
    </details>
  );
}

/** A type's name in which every known name is a link: `array of ChangeView`. */
function TypeName({ text }: { text: string }) {
  return text.split(' ').map((word, i) => (
    <span key={i}>
      {i > 0 ? ' ' : ''}
      {typeNames.has(word) ? (
        <Link to="/docs/api" hash={`type-${word}`}>
          {word}
        </Link>
      ) : (
        word
      )}
    </span>
  ));
}

const Codes = ({ codes }: { codes: readonly string[] }) =>
  codes.length > 0 ? <Anchors to="/docs/errors" prefix="api-" ids={codes} /> : texts.api.noneOfItsOwn;
