import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useGet, type FramedPageView, type InstallView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, Loading } from '../../../components/feedback/feedback.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { Since } from '../../../components/values/values.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { texts as areaTexts } from '../texts/embed.js';
import { common, rich } from '../../../text/common.js';

const texts = areaTexts.openPlugin;

type PluginPage = InstallView['pages'][number];

/** Its own origin, never under the portal's host name (`PluginFrame`), may keep what it needs; nothing reaches the page around it. */
const SANDBOX = ['allow-scripts', 'allow-same-origin', 'allow-forms'].join(' ');

/** A plugin inside the portal: its pages as entries, the stripe in its colour, and its own page in a frame. */
export function OpenPluginPage() {
  const id = useParam('id');
  const path = `/${useParam('_splat')}`;
  const install = useGet('/api/v1/operator/installs/{id}', { path: { id } }, { refreshMs: 10_000 });
  return (
    <Resource of={install} page>
      {(view) => {
        const closed = whyClosed(view);
        const shown = path === '/' ? view.pages[0] : view.pages.find((page) => page.path === path);
        if (closed !== null) return <Closed install={view}>{closed}</Closed>;
        if (!shown) return <Closed install={view}>{texts.noSuchPage}</Closed>;
        return <Opened key={shown.url} install={view} page={shown} />;
      }}
    </Resource>
  );
}

/** Why there is nothing to frame, in a sentence; null: there is. */
function whyClosed(install: InstallView): string | null {
  if (['revoking', 'revoked'].includes(install.state)) return texts.removed;
  if (install.state !== 'active') return texts.notActive;
  if (install.paused_at) return texts.paused;
  if (install.refusal) return texts.callsRefused;
  if (install.token_refused_at) return texts.tokenRefused;
  if (install.cannot_open) return texts.refused(install.cannot_open);
  return install.pages.length === 0 ? texts.nothing : null;
}

function Closed({ install, children }: { install: InstallView; children: string }) {
  return (
    <Page title={common.nameForVenture(visible(install.name), install.venture_name)}>
      <EmptyState
        action={
          <LinkButton to="/plugins/installed/$id" params={{ id: install.id }} variant="default">
            {texts.toInstall}
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}

function Opened({ install, page }: { install: InstallView; page: PluginPage }) {
  const title = texts.pageTitle(visible(page.label), visible(install.name), install.venture_name);
  const [anyway, setAnyway] = useState(false);
  useEffect(() => {
    document.title = common.tabTitle(title);
  }, [title]);
  return (
    <div className="plugin-view" style={install.accent_color ? { borderTopColor: install.accent_color } : undefined}>
      <h1 className="visually-hidden">{title}</h1>
      {install.pages.length > 1 ? <Entries install={install} page={page} /> : null}
      {install.unreachable_since && !anyway ? (
        <EmptyState
          action={
            <Button variant="default" onClick={() => setAnyway(true)}>
              {texts.tryAnyway}
            </Button>
          }
        >
          {rich(texts.unreachable, { duration: <Since at={install.unreachable_since} /> })}
        </EmptyState>
      ) : (
        <Frame install={install} page={page} title={title} />
      )}
    </div>
  );
}

function Entries({ install, page }: { install: InstallView; page: PluginPage }) {
  return (
    <nav className="plugin-entries" aria-label={texts.entriesLabel}>
      {install.pages.map((one) => (
        <Link
          key={one.path}
          to="/plugins/installed/$id/open/$"
          params={{ id: install.id, _splat: one.path.slice(1) }}
          aria-current={one.path === page.path ? 'page' : undefined}
        >
          {visible(one.label)}
        </Link>
      ))}
    </nav>
  );
}

/**
 * The portal's own bar with the names of the plugin and of the host that its page comes from, and the page below it. The
 * document allows one origin in frames; a visitor who came here without loading it, or before the plugin moved, reloads it.
 */
function Frame({ install, page, title }: { install: InstallView; page: PluginPage; title: string }) {
  const framed = useGet('/api/v1/operator/installs/{id}/frame', {
    path: { id: install.id },
    query: { path: page.path },
  });
  return (
    <>
      <div className="plugin-bar">
        <strong>{visible(install.name)}</strong>
        <span className="dim">{framed.data ? texts.from(framed.data.host) : null}</span>
        {framed.data?.url ? <NewTab url={framed.data.url} /> : null}
      </div>
      <Resource of={framed}>{(view) => <FramedPage view={view} title={title} />}</Resource>
    </>
  );
}

const NewTab = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {texts.newTab}
  </a>
);

function FramedPage({
  view: { url, host, refused, forbidden_by: by },
  title,
}: {
  view: FramedPageView;
  title: string;
}) {
  const [loaded, setLoaded] = useState(false);
  const allowed = document.querySelector<HTMLMetaElement>('meta[name="framed-origin"]')?.content;
  if (url === null) return <EmptyState>{texts.ownHost(host)}</EmptyState>;
  if (refused !== null)
    return (
      <EmptyState action={<NewTab url={url} />}>
        {refused === 'forbidden' ? texts.forbidden(host, by ?? '') : texts.noAnswer(host)}
      </EmptyState>
    );
  if (allowed !== new URL(url).origin && !import.meta.env.DEV)
    return (
      <EmptyState action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}>
        {texts.reloadWhy}
      </EmptyState>
    );
  return (
    <>
      {loaded ? null : <Loading />}
      <iframe
        className="plugin-frame"
        title={title}
        src={url}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </>
  );
}
