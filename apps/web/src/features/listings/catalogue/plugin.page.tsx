import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { PluginView } from '../../../api/schema.js';
import { Id, When } from '../../../components/values/values.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { InstallBlockers } from '../../../components/drives/install-blockers.js';
import { useParam } from '../../../lib/url-state.js';
import { EndsNotice } from '../../../components/drives/ends-notice.js';
import { pluginPriceText, trialText } from '../../../components/drives/price.js';
import { ConformanceHistory } from '../../../components/drives/conformance-history.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { Access, PluginFacts } from './plugin-parts.js';
import { texts } from '../texts/catalogue.js';
import { common } from '../../../text/common.js';

/** Function, permissions and price of a plugin. */
export function PluginPage(): ReactNode {
  const slug = useParam('slug');
  const plugin = useGet('/api/v1/operator/plugins/{slug}', { path: { slug } });
  const installable = plugin.data && plugin.data.blockers.length === 0;
  return (
    <ResourcePage
      of={plugin}
      title={plugin.data?.name ?? common.plugin}
      actions={
        installable ? (
          <LinkButton to="/plugins/$slug/install" params={{ slug }}>
            {texts.plugin.install}
          </LinkButton>
        ) : null
      }
    >
      {(view) => (
        <>
          <InstallBlockers view={view} />
          <EndsNotice of={installable ? view : { ...view, closes_at: null }} what={common.installsWillEnd} />
          <div className="detail-columns">
            <div className="stack">
              <Access of={view} />
              <Capabilities of={view.capabilities} />
              <Claims of={view.claims} />
            </div>
            <div className="stack">
              <About view={view} />
              {view.in_catalogue ? <ConformanceHistory slug={view.slug} /> : null}
              <Versions of={view.versions} />
            </div>
          </div>
        </>
      )}
    </ResourcePage>
  );
}

function About({ view }: { view: PluginView }): ReactNode {
  return (
    <Card title={texts.plugin.aboutTitle}>
      <p>{view.tagline}</p>
      {view.description === view.tagline ? null : <p className="dim">{view.description}</p>}
      <PluginFacts
        of={view}
        price={pluginPriceText(view)}
        charged={!view.price_by_agreement}
        more={[[common.trial, trialText(view)]]}
      />
    </Card>
  );
}

const CAPABILITIES: Readonly<Record<string, string>> = texts.plugin.capabilities;

function Capabilities({ of }: { of: readonly string[] }): ReactNode {
  return (
    <Card title={common.capabilities}>
      <ul className="checks" aria-label={common.capabilities}>
        {of.map((name) => (
          <li key={name}>{Object.hasOwn(CAPABILITIES, name) ? CAPABILITIES[name] : <code>{visible(name)}</code>}</li>
        ))}
      </ul>
    </Card>
  );
}

/** Its claims about regulated data, each with the end of its evidence. */
function Claims({ of }: { of: PluginView['claims'] }): ReactNode {
  return (
    <Card title={texts.plugin.claimsTitle}>
      {of.length === 0 ? (
        <p className="dim">{texts.plugin.noClaims}</p>
      ) : (
        <>
          <p className="small dim">{texts.plugin.claimsExplanation}</p>
          <ul className="checks" aria-label={texts.plugin.claimsTitle}>
            {of.map(({ text, proven_until }) => (
              <li key={text}>
                <div className="row">
                  <span>{visible(text)}</span>
                  {proven_until === null ? (
                    <ToneBadge tone="warn">{texts.plugin.notProven}</ToneBadge>
                  ) : (
                    <ToneBadge tone="ok">{texts.plugin.provenUntil(formatUtcDate(proven_until))}</ToneBadge>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Versions({ of }: { of: PluginView['versions'] }): ReactNode {
  return (
    <Card title={common.versions}>
      <DataTable
        label={common.versions}
        rows={of}
        rowKey={(row) => `${row.digest} ${row.published_at}`}
        titles={texts.plugin.versionColumns}
        columns={[
          { id: 'version', cell: (row) => (row.version === null ? common.withoutANumber : visible(row.version)) },
          { id: 'published', cell: (row) => <When at={row.published_at} /> },
          { id: 'digest', cell: (row) => <Id value={row.digest} what={common.digestInText} /> },
        ]}
      />
    </Card>
  );
}
