import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { DataTable, ListTable } from '../../components/tables/data-table.js';
import { Facts, NamedFacts } from '../../components/layout/page.js';
import { When } from '../../components/values/values.js';
import reference from '../../docs/generated/reference.json';
import { Code, DocsPage } from './docs-page.js';
import { texts } from './texts.js';
import { rich } from '../../text/rich.js';
import { common } from '../../text/common.js';

/** The contract on one page; the numbers are those that the code runs with. */
export function ContractPage(): ReactNode {
  return (
    <DocsPage title={common.contract}>
      <p className="measure">{texts.contract.explanation}</p>
      <Endpoints />
      <Envelope />
      <Signing />
      <Install />
      <Events />
      <Permissions />
      <Limits />
      <Rates />
      <Versions />
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
    <Part id="endpoints" title={texts.contractEndpoints.theSevenEndpointsTitle}>
      <DataTable
        label={texts.contractEndpoints.theSevenEndpointsTitle}
        rows={reference.endpoints}
        rowKey={({ name }) => name}
        titles={texts.contractEndpoints.columns}
        columns={[
          { id: 'path', cell: ({ path }) => <code>{path}</code> },
          { id: 'method', cell: ({ method }) => method },
          {
            id: 'signed',
            cell: ({ signed }) => (signed ? common.yesInText : texts.contractEndpoints.noPublic),
          },
          { id: 'text', wrap: true, cell: ({ text }) => text },
          { id: 'data', cell: ({ data }) => <code>{data}</code> },
        ]}
      />
      <p className="measure">{texts.contractEndpoints.explanation}</p>
    </Part>
  );
}

function Envelope(): ReactNode {
  return (
    <Part id="envelope" title={texts.contractEnvelope.envelopeTitle}>
      <div className="docs-columns">
        <Code label={texts.contractEnvelope.aSuccess}>{JSON.stringify(reference.envelope.success, null, 2)}</Code>
        <Code label={texts.contractEnvelope.aFailure}>{JSON.stringify(reference.envelope.failure, null, 2)}</Code>
      </div>
      <p>{rich(texts.contractEnvelope.explanation, { link: (text) => <Link to="/docs/errors">{text}</Link> })}</p>
    </Part>
  );
}

function Signing(): ReactNode {
  const { headers, steps, example } = reference.signing;
  return (
    <Part id="signing" title={texts.contractSigning.title}>
      <NamedFacts items={headers.map(([name, text]) => [name!, text])} />
      <ol className="prose">
        {steps.map(({ text, reason }, i) => (
          <li key={text}>
            {i + 1}. {text} <code>401 {reason}</code>
          </li>
        ))}
      </ol>
      <p className="measure">{texts.contractSigning.explanation}</p>
      <Facts
        titles={texts.contractSigning.facts}
        items={{
          secret: <code>{example.secret}</code>,
          signedText: <code>{example.payload}</code>,
          signature: <code>{example.signature}</code>,
        }}
      />
      <p>
        <Link to="/docs/signing">{texts.contractSigning.verifiersLink}</Link>
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
      titles={texts.contractMembers.columns}
      columns={[
        { id: 'name', cell: ({ pointer }) => <code>{pointer.slice(1).replaceAll('/', '.')}</code> },
        {
          id: 'variant',
          cell: ({ variant }) => (variant === 'addition' ? texts.contractMembers.v1XAddition : String(variant)),
        },
        { id: 'type', cell: ({ type }) => type },
        { id: 'required', cell: ({ required }) => (required ? common.yesInText : common.noInText) },
        { id: 'text', wrap: true, cell: ({ text }) => text },
      ]}
    />
  );
}

function Install(): ReactNode {
  const { requests, responses, revocation, requestFields, responseFields, revokeFields } = reference.install;
  const { configUpdate, configUpdateFields, confirmation } = reference.install;
  return (
    <Part id="install" title={texts.contractInstall.installAndUninstallTitle}>
      <p className="measure">{texts.contractInstall.explanation}</p>
      <h3>{texts.contractInstall.requestHeading}</h3>
      <Members label={texts.contractInstall.installRequest} rows={requestFields} />
      <div className="docs-columns">
        {requests.map(({ variant, body }) => (
          <Code key={variant} label={texts.contractInstall.installRequestVariant(variant)}>
            {JSON.stringify(body, null, 2)}
          </Code>
        ))}
      </div>
      <h3>{texts.contractInstall.answerHeading}</h3>
      <Members label={texts.contractInstall.installAnswer} rows={responseFields} />
      <div className="docs-columns">
        {responses.map(({ variant, body }) => (
          <Code key={variant} label={texts.contractInstall.installAnswerVariant(variant)}>
            {JSON.stringify(body, null, 2)}
          </Code>
        ))}
      </div>
      <h3>{texts.contractInstall.answerUninstallHeading}</h3>
      <p>{texts.contractInstall.uninstallRule}</p>
      <Members label={texts.contractInstall.uninstallAnswer} rows={revokeFields} />
      <Code label={texts.contractInstall.uninstallAnswerExample}>{JSON.stringify(revocation, null, 2)}</Code>
      <h3>{texts.contractInstall.configUpdateHeading}</h3>
      <p className="measure">
        {rich(texts.contractInstall.configUpdateExplanation, {
          endpoint: <code>endpoints.config_update</code>,
          version: <code>settings_version</code>,
        })}
      </p>
      <Members label={texts.contractInstall.configUpdate} rows={configUpdateFields} />
      <div className="docs-columns">
        <Code label={texts.contractInstall.configUpdateExample}>{JSON.stringify(configUpdate, null, 2)}</Code>
        <Code label={texts.contractInstall.configUpdateAnswer}>{JSON.stringify(confirmation, null, 2)}</Code>
      </div>
    </Part>
  );
}

function Events(): ReactNode {
  const { kinds, row, maxKindLength } = reference.events;
  return (
    <Part id="events" title={texts.contractEvents.eventsAndKindsTitle}>
      <p className="measure">
        {rich(texts.contractEvents.explanation, {
          eventsRow: <code>{'{ "events": [row, …] }'}</code>,
          since: <code>since</code>,
          maxKindLength,
        })}
      </p>
      <Code label={texts.contractEvents.anEventRow}>{JSON.stringify(row, null, 2)}</Code>
      <DataTable
        label={texts.contractEvents.tableLabel}
        rows={kinds}
        rowKey={({ kind }) => kind}
        titles={texts.contractEvents.columns}
        columns={[
          { id: 'kind', cell: ({ kind }) => <code>{kind}</code> },
          {
            id: 'aliases',
            cell: ({ aliases }) =>
              aliases.length > 0 ? aliases.map((alias) => <code key={alias}>{alias}</code>) : '–',
          },
          {
            id: 'from',
            cell: ({ from }) => (from === 'host' ? texts.contractEvents.host : common.drive),
          },
          { id: 'text', wrap: true, cell: ({ text }) => text },
        ]}
      />
    </Part>
  );
}

function Permissions(): ReactNode {
  return (
    <Part id="permissions" title={common.permissions}>
      <DataTable
        label={common.permissions}
        rows={reference.permissions}
        rowKey={({ name }) => name}
        titles={texts.contractPermissions.columns}
        columns={[
          { id: 'name', cell: ({ name }) => <code>{name}</code> },
          { id: 'text', wrap: true, cell: ({ text }) => text },
        ]}
      />
    </Part>
  );
}

function Limits(): ReactNode {
  return (
    <Part id="limits" title={texts.contractLimits.limitsTitle}>
      {reference.limits.map(({ group, rows }) => (
        <div key={group} className="stack stack-8">
          <h3>{group}</h3>
          <DataTable
            label={texts.contractLimits.tableLabel(group)}
            rows={rows}
            rowKey={([what]) => what!}
            titles={texts.contractLimits.columns}
            columns={[
              { id: 'what', cell: ([what]) => what },
              { id: 'value', cell: ([, value]) => value },
              { id: 'where', wrap: true, cell: ([, , where]) => where },
            ]}
          />
        </div>
      ))}
    </Part>
  );
}

function Rates(): ReactNode {
  return (
    <Part id="rates" title={texts.contractRates.rateLimitsTitle}>
      <p className="measure">{rich(texts.contractRates.explanation, { retryAfter: <code>Retry-After</code> })}</p>
      <DataTable
        label={texts.contractRates.rateLimitsTitle}
        rows={reference.rates}
        rowKey={([what]) => what!}
        titles={texts.contractRates.columns}
        columns={[
          { id: 'what', cell: ([what]) => what },
          { id: 'limit', cell: ([, limit]) => limit },
          {
            id: 'code',
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

function Versions(): ReactNode {
  const versions = useList('/api/public/contract-versions');
  return (
    <Part id="versions" title={texts.contractVersions.title}>
      <p className="measure">{texts.contractVersions.explanation}</p>
      <ListTable
        label={texts.contractVersions.title}
        list={versions}
        rowKey={(row) => row.structured}
        empty={null}
        titles={texts.contractVersions.columns}
        columns={[
          {
            id: 'version',
            cell: (row) => (
              <>
                <code>{row.structured}</code>, <code>{row.flat}</code>
              </>
            ),
          },
          { id: 'phase', cell: (row) => texts.contractVersions.phases[row.phase] },
          { id: 'released', cell: (row) => <When at={row.released_at} /> },
          { id: 'deprecated', cell: (row) => <When at={row.deprecated_at} /> },
          { id: 'sunset', cell: (row) => (row.sunset_at ? <When at={row.sunset_at} /> : texts.contractVersions.noEnd) },
        ]}
      />
      <p className="measure">{texts.contractVersions.migration}</p>
      <p className="measure">{texts.contractVersions.end}</p>
    </Part>
  );
}
