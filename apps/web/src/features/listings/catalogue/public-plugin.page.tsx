import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { CatalogueEntryView } from '../../../api/schema.js';
import { ConformanceHistory } from '../../../components/drives/conformance-history.js';
import { ListingIcon } from '../../../components/drives/listing-card.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { Resource } from '../../../components/feedback/resource.js';
import { When } from '../../../components/values/values.js';
import { formatUtc } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { Access, PluginFacts } from './plugin-parts.js';
import { texts } from '../texts/catalogue.js';
import { common } from '../../../text/common.js';

/** One live plugin: function, permissions and price. Only what its capabilities announce is shown. */
export function PublicEntryPage(): ReactNode {
  const slug = useParam('slug');
  const entry = useGet('/api/public/catalogue/{slug}', { path: { slug } });
  return (
    <Page title={entry.data?.name ?? common.plugin}>
      <p>
        <Link to="/catalogue">{texts.publicPlugin.allPlugins}</Link>
      </p>
      <Resource of={entry} page>
        {(view) => (
          <>
            {view.retirement ? <Retirement of={view.retirement} /> : null}
            <div className="detail-columns">
              <div className="stack">
                <Card title={common.whatItDoes}>
                  <div className="row row-start">
                    <ListingIcon of={view} />
                    <p className="grow">{view.tagline}</p>
                  </div>
                  {view.description === view.tagline ? null : <p className="dim">{view.description}</p>}
                </Card>
                <Access of={view} />
              </div>
              <div className="stack">
                <About view={view} />
                <ConformanceHistory slug={view.slug} />
              </div>
            </div>
          </>
        )}
      </Resource>
    </Page>
  );
}

/** Until when it can be installed, and until when it runs. */
function Retirement({ of }: { of: NonNullable<CatalogueEntryView['retirement']> }): ReactNode {
  const message = of.takes_installs ? texts.publicPlugin.retires : texts.publicPlugin.closedToInstalls;
  return <Alert tone="warn">{message(formatUtc(of.closes_at), formatUtc(of.retires_at))}</Alert>;
}

function About({ view }: { view: CatalogueEntryView }): ReactNode {
  return (
    <Card title={texts.plugin.aboutTitle}>
      <PluginFacts
        of={view}
        price={view.price_label}
        charged={view.billing_model === 'author_billing'}
        more={[
          [common.installs, String(view.installs)],
          [texts.publicPlugin.facts.liveSince, <When key="l" at={view.listed_at} />],
        ]}
      />
    </Card>
  );
}
