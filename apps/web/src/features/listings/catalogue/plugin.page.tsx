import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { PluginView } from '../../../api/views.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { Id } from '../../../components/values/copy.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { Resource } from '../../../components/feedback/resource.js';
import { InstallBlockers } from '../../../components/drives/install-blockers.js';
import { useParam } from '../../../lib/url-state.js';
import { EndsNotice } from '../../../components/drives/ends-notice.js';
import { chargedText, pluginPriceText, trialText } from '../../../components/drives/price.js';
import { EventKinds } from './event-kinds.js';
import { texts } from '../texts/catalogue.js';

/** What a plugin does, what it may do, what it costs. */
export function PluginPage(): ReactNode {
  const slug = useParam('slug');
  const plugin = useGet('/api/v1/operator/plugins/{slug}', { path: { slug } });
  const installable = plugin.data && plugin.data.blockers.length === 0;
  return (
    <Page
      title={plugin.data?.name ?? texts.plugin.title}
      actions={
        installable ? (
          <LinkButton to="/plugins/$slug/install" params={{ slug }}>
            {texts.plugin.install}
          </LinkButton>
        ) : null
      }
    >
      <Resource of={plugin} page>
        {(view) => (
          <>
            <InstallBlockers view={view} />
            <EndsNotice
              of={installable ? view : { ...view, closes_at: null }}
              what={texts.plugin.names.installsWillEnd}
            />
            <div className="detail-columns">
              <Card title={texts.plugin.permissionsTitle}>
                <PermissionList permissions={view.permissions} />
                <EventKinds title={texts.plugin.sendsTheseEventsTitle} kinds={view.events_emitted} />
              </Card>
              <About view={view} />
            </div>
          </>
        )}
      </Resource>
    </Page>
  );
}

function About({ view }: { view: PluginView }): ReactNode {
  // While it is paused the catalogue does not have it; what its author wrote stays.
  const entry = useGet('/api/public/catalogue/{slug}', { path: { slug: view.slug } }).data;
  return (
    <Card title={texts.plugin.aboutTitle}>
      <p>{view.tagline}</p>
      {view.description === view.tagline ? null : <p className="dim">{view.description}</p>}
      <Facts
        items={[
          [texts.plugin.facts.author, entry?.author],
          [texts.plugin.facts.category, view.category],
          [texts.plugin.facts.price, pluginPriceText(view)],
          [texts.plugin.facts.charged, view.price_by_agreement ? null : chargedText(view)],
          [texts.plugin.facts.trial, trialText(view)],
          [texts.plugin.facts.version, view.version],
          ...addressFacts(view),
          [texts.plugin.facts.digest, <Id key="d" value={view.digest} what={texts.plugin.names.digest} />],
        ]}
      />
    </Card>
  );
}
