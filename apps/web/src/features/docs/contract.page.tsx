import { Link } from '@tanstack/react-router';
import { useList } from '../../api/hooks.js';
import { DataTable, ListTable } from '../../components/tables/data-table.js';
import { Card, Facts, NamedFacts } from '../../components/layout/page.js';
import { When } from '../../components/values/values.js';
import reference from '../../docs/generated/reference.json';
import { Anchors, Code, DocsPage } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** The contract on one page; the numbers are those that the code runs with. */
export function ContractPage() {
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

function Endpoints() {
  return (
    <Card id="endpoints" title={texts.contract.theSevenEndpointsTitle}>
      <DataTable
        label={texts.contract.theSevenEndpointsTitle}
        rows={reference.endpoints}
        rowKey={({ name }) => name}
        titles={texts.contract.endpointsColumns}
        columns={[
          { id: 'path', cell: ({ path }) => <code>{path}</code> },
          { id: 'method', cell: ({ method }) => method },
          { id: 'signed', cell: ({ signed }) => (signed ? common.yesInText : texts.contract.noPublic) },
          { id: 'text', cell: ({ text }) => text },
          { id: 'data', cell: ({ data }) => <code>{data}</code> },
        ]}
      />
      <p className="measure">{texts.contract.endpointsExplanation}</p>
    </Card>
  );
}

function Envelope() {
  return (
    <Card id="envelope" title={texts.contract.envelopeTitle}>
      <div className="docs-columns">
        <Code label={texts.contract.aSuccess}>{reference.envelope.success}</Code>
        <Code label={texts.contract.aFailure}>{reference.envelope.failure}</Code>
      </div>
      <p>{rich(texts.contract.envelopeExplanation, { link: (text) => <Link to="/docs/errors">{text}</Link> })}</p>
    </Card>
  );
}

function Signing() {
  const { headers, steps, example } = reference.signing;
  return (
    <Card id="signing" title={texts.contract.signingTitle}>
      <NamedFacts items={headers.map(([name, text]) => [name!, text])} />
      <ol className="prose">
        {steps.map(({ text, reason }, i) => (
          <li key={text}>
            {i + 1}. {text} <code>401 {reason}</code>
          </li>
        ))}
      </ol>
      <p className="measure">{texts.contract.signingExplanation}</p>
      <Facts
        titles={texts.contract.signingFacts}
        items={{
          secret: <code>{example.secret}</code>,
          signedText: <code>{example.payload}</code>,
          signature: <code>{example.signature}</code>,
        }}
      />
      <p>
        <Link to="/docs/signing">{texts.contract.verifiersLink}</Link>
      </p>
    </Card>
  );
}

type InstallField = (typeof reference.install.requestFields)[number];

function Members({ label, rows }: { label: string; rows: readonly InstallField[] }) {
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ pointer }) => pointer}
      titles={texts.contract.membersColumns}
      columns={[
        { id: 'name', cell: ({ pointer }) => <code>{pointer.slice(1).replaceAll('/', '.')}</code> },
        {
          id: 'variant',
          cell: ({ variant }) => (variant === 'addition' ? texts.contract.v1XAddition : String(variant)),
        },
        { id: 'type', cell: ({ type }) => type },
        { id: 'required', cell: ({ required }) => (required ? common.yesInText : common.noInText) },
        { id: 'text', cell: ({ text }) => text },
      ]}
    />
  );
}

function Install() {
  const { requests, responses, revocation, requestFields, responseFields, revokeFields } = reference.install;
  const { configUpdate, configUpdateFields, confirmation } = reference.install;
  return (
    <Card id="install" title={texts.contract.installAndUninstallTitle}>
      <p className="measure">{texts.contract.installExplanation}</p>
      <h3>{texts.contract.requestHeading}</h3>
      <Members label={texts.contract.installRequest} rows={requestFields} />
      <div className="docs-columns">
        {requests.map(({ variant, body }) => (
          <Code key={variant} label={texts.contract.installRequestVariant(variant)}>
            {body}
          </Code>
        ))}
      </div>
      <h3>{common.answer}</h3>
      <Members label={texts.contract.installAnswer} rows={responseFields} />
      <div className="docs-columns">
        {responses.map(({ variant, body }) => (
          <Code key={variant} label={texts.contract.installAnswerVariant(variant)}>
            {body}
          </Code>
        ))}
      </div>
      <h3>{texts.contract.answerUninstallHeading}</h3>
      <p>{texts.contract.uninstallRule}</p>
      <Members label={texts.contract.uninstallAnswer} rows={revokeFields} />
      <Code label={texts.contract.uninstallAnswerExample}>{revocation}</Code>
      <h3>{texts.contract.configUpdateHeading}</h3>
      <p className="measure">
        {rich(texts.contract.configUpdateExplanation, {
          endpoint: <code>endpoints.config_update</code>,
          version: <code>settings_version</code>,
        })}
      </p>
      <Members label={texts.contract.configUpdate} rows={configUpdateFields} />
      <div className="docs-columns">
        <Code label={texts.contract.configUpdateExample}>{configUpdate}</Code>
        <Code label={texts.contract.configUpdateAnswer}>{confirmation}</Code>
      </div>
    </Card>
  );
}

function Events() {
  const { kinds, row, maxKindLength } = reference.events;
  return (
    <Card id="events" title={texts.contract.eventsAndKindsTitle}>
      <p className="measure">
        {rich(texts.contract.eventsExplanation, {
          eventsRow: <code>{'{ "events": [row, …] }'}</code>,
          since: <code>since</code>,
          maxKindLength,
        })}
      </p>
      <Code label={texts.contract.anEventRow}>{row}</Code>
      <DataTable
        label={texts.contract.eventsTableLabel}
        rows={kinds}
        rowKey={({ kind }) => kind}
        titles={texts.contract.eventsColumns}
        columns={[
          { id: 'kind', cell: ({ kind }) => <code>{kind}</code> },
          {
            id: 'aliases',
            cell: ({ aliases }) =>
              aliases.length > 0 ? aliases.map((alias) => <code key={alias}>{alias}</code>) : '–',
          },
          { id: 'from', cell: ({ from }) => (from === 'host' ? texts.contract.host : common.drive) },
          { id: 'text', cell: ({ text }) => text },
        ]}
      />
    </Card>
  );
}

function Permissions() {
  return (
    <Card id="permissions" title={common.permissions}>
      <DataTable
        label={common.permissions}
        rows={reference.permissions}
        rowKey={({ name }) => name}
        titles={texts.contract.permissionsColumns}
        columns={[
          { id: 'name', cell: ({ name }) => <code>{name}</code> },
          { id: 'text', cell: ({ text }) => text },
        ]}
      />
    </Card>
  );
}

function Limits() {
  return (
    <Card id="limits" title={texts.contract.limitsTitle}>
      {reference.limits.map(({ group, rows }) => (
        <div key={group} className="stack stack-8">
          <h3>{group}</h3>
          <DataTable
            label={texts.contract.limitsTableLabel(group)}
            rows={rows}
            rowKey={([what]) => what!}
            titles={texts.contract.limitsColumns}
            columns={[
              { id: 'what', cell: ([what]) => what },
              { id: 'value', cell: ([, value]) => value },
              { id: 'where', cell: ([, , where]) => where },
            ]}
          />
        </div>
      ))}
    </Card>
  );
}

function Rates() {
  return (
    <Card id="rates" title={texts.contract.rateLimitsTitle}>
      <p className="measure">{rich(texts.contract.ratesExplanation, { retryAfter: <code>Retry-After</code> })}</p>
      <DataTable
        label={texts.contract.rateLimitsTitle}
        rows={reference.rates}
        rowKey={([what]) => what!}
        titles={texts.contract.ratesColumns}
        columns={[
          { id: 'what', cell: ([what]) => what },
          { id: 'limit', cell: ([, limit]) => limit },
          { id: 'then', cell: ([, , code]) => <Anchors to="/docs/errors" prefix="api-" ids={[code!]} /> },
        ]}
      />
    </Card>
  );
}

function Versions() {
  const versions = useList('/api/public/contract-versions');
  return (
    <Card id="versions" title={texts.contract.versionsTitle}>
      <p className="measure">{texts.contract.versionsExplanation}</p>
      <ListTable
        label={texts.contract.versionsTitle}
        list={versions}
        rowKey={(row) => row.structured}
        empty={null}
        titles={texts.contract.versionsColumns}
        columns={[
          {
            id: 'version',
            cell: (row) => (
              <>
                <code>{row.structured}</code>, <code>{row.flat}</code>
              </>
            ),
          },
          { id: 'status', cell: (row) => texts.contract.phases[row.phase] },
          { id: 'released', cell: (row) => <When at={row.released_at} /> },
          { id: 'deprecated', cell: (row) => <When at={row.deprecated_at} /> },
          { id: 'sunset', cell: (row) => (row.sunset_at ? <When at={row.sunset_at} /> : texts.contract.noEnd) },
        ]}
      />
      <p className="measure">{texts.contract.migration}</p>
      <p className="measure">{texts.contract.end}</p>
    </Card>
  );
}
