import { useGet } from '../../../api/hooks.js';
import { EndsNotice } from '../../../components/drives/ends-notice.js';
import { InstallBlockers } from '../../../components/drives/install-blockers.js';
import { pluginPriceText, trialText } from '../../../components/drives/price.js';
import { Resource } from '../../../components/feedback/resource.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { useTabTitle } from '../../../components/layout/site.js';
import { useParam } from '../../../lib/url-state.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/plugin.js';
import { PluginPageView } from './plugin-view.js';

/** Function, permissions and price of a plugin for the tenants of an operator. */
export function PluginPage() {
  const path = { slug: useParam('slug') };
  const plugin = useGet('/api/v1/operator/plugins/{slug}', { path });
  const listed = plugin.data?.in_catalogue === true;
  const entry = useGet('/api/public/catalogue/{slug}', { path }, { enabled: listed });
  useTabTitle(plugin.data?.name ?? common.plugin);
  return (
    <div className="content">
      <Resource of={plugin} page>
        {(view) => {
          const installable = view.blockers.length === 0;
          return (
            <PluginPageView
              of={view}
              entry={listed ? entry.data : undefined}
              price={pluginPriceText(view)}
              trial={trialText(view)}
              action={
                installable ? (
                  <LinkButton to="/plugins/$slug/install" params={path}>
                    {texts.install}
                  </LinkButton>
                ) : null
              }
              notices={
                <>
                  <InstallBlockers view={view} />
                  <EndsNotice of={installable ? view : { ...view, closes_at: null }} what={common.installsWillEnd} />
                </>
              }
              to="/plugins/$slug"
            />
          );
        }}
      </Resource>
    </div>
  );
}
