import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { ConformanceHistory } from '../../../components/drives/conformance-history.js';
import { Id } from '../../../components/values/copy.js';
import { ListingIcon } from '../../../components/drives/listing-card.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { Resource } from '../../../components/feedback/resource.js';
import { When } from '../../../components/values/when.js';
import { useParam } from '../../../lib/url-state.js';
import { chargedText } from '../../../components/drives/price.js';
import { EventKinds } from './event-kinds.js';

type Entry = Schemas['CatalogueEntryView'];

/** One live plugin: what it does, what it may do, what it costs. Only what its capabilities announce is shown. */
export function PublicEntryPage(): ReactNode {
  const slug = useParam('slug');
  const entry = useGet('/api/public/catalogue/{slug}', { path: { slug } });
  return (
    <Page title={entry.data?.name ?? 'Plugin'}>
      <p>
        <Link to="/catalogue">All plugins</Link>
      </p>
      <Resource of={entry} page>
        {(view) => (
          <div className="detail-columns">
            <div className="stack">
              <Card title="What it does">
                <div className="row row-start">
                  <ListingIcon of={view} />
                  <p className="grow">{view.tagline}</p>
                </div>
                {view.description === view.tagline ? null : <p className="dim">{view.description}</p>}
              </Card>
              <Card title="Permissions">
                <PermissionList permissions={view.permissions} />
                <EventKinds title="Sends these events" kinds={view.events_emitted} />
                <EventKinds title="Receives these events" kinds={view.events_consumed} />
              </Card>
            </div>
            <div className="stack">
              <About view={view} />
              <ConformanceHistory slug={view.slug} />
            </div>
          </div>
        )}
      </Resource>
    </Page>
  );
}

function About({ view }: { view: Entry }): ReactNode {
  return (
    <Card title="About">
      <Facts
        items={[
          ['Author', view.author],
          ['Category', view.category],
          ['Price', view.price_label],
          ['Charged', view.billing_model === 'author_billing' ? chargedText(view) : null],
          ['Quota', view.quota ? quotaText(view.quota) : null],
          ['Installs', String(view.installs)],
          ['Version', view.version],
          ['Live since', <When key="l" at={view.listed_at} />],
          ...addressFacts(view),
          ['Digest', <Id key="d" value={view.digest} what="digest" />],
        ]}
      />
    </Card>
  );
}

function quotaText({ unit, limit, overage_policy }: NonNullable<Entry['quota']>): string {
  const beyond = overage_policy === 'block' ? 'stops at the limit' : 'extra use is billed by the author';
  return `${limit} ${unit}, ${beyond}`;
}
