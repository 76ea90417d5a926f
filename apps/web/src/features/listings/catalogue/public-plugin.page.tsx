import { Link } from '@tanstack/react-router';
import { useGet, type CatalogueEntryView } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { publicPrice } from '../../../components/drives/public-price.js';
import { SiteResource, useTabTitle } from '../../../components/layout/site.js';
import { formatUtc } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/catalogue.js';
import { texts as pluginTexts } from '../texts/plugin.js';
import { PluginPageView } from './plugin-view.js';

/** One live plugin, for everybody. Only what its capabilities announce is shown. */
export function PublicEntryPage() {
  const slug = useParam('slug');
  const entry = useGet('/api/public/catalogue/{slug}', { path: { slug } });
  useTabTitle(entry.data?.name ?? common.plugin);
  return (
    <div className="site-wrap site-section stack">
      <Link to="/catalogue">{texts.publicPlugin.allPlugins}</Link>
      <SiteResource of={entry}>
        {(view) => (
          <PluginPageView
            of={view}
            entry={view}
            price={publicPrice(view)}
            action={view.retirement?.takes_installs === false ? null : <Install slug={slug} />}
            notices={view.retirement ? <Retirement of={view.retirement} /> : null}
            to="/catalogue/$slug"
          />
        )}
      </SiteResource>
    </div>
  );
}

/** To the steps of the install; a visitor signs in on the way. Others install nothing. */
function Install({ slug }: { slug: string }) {
  const me = useMe();
  if (me && !me.areas.includes('plugins')) return null;
  return (
    <Link to="/plugins/$slug/install" params={{ slug }} className="site-button" data-look="primary" data-size="large">
      {pluginTexts.install}
    </Link>
  );
}

/** Until when it can be installed, and until when it runs. */
function Retirement({ of }: { of: NonNullable<CatalogueEntryView['retirement']> }) {
  const message = of.takes_installs ? texts.publicPlugin.retires : texts.publicPlugin.closedToInstalls;
  return (
    <p className="site-note" data-tone="warn">
      {message(formatUtc(of.closes_at), formatUtc(of.retires_at))}
    </p>
  );
}
