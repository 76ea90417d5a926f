import { Link } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx';
import type { MarkdownToJSX } from 'markdown-to-jsx';
import type { ComponentProps, ReactNode } from 'react';
import embedding from '../../../../../docs/embedding.md?raw';
import hostApi from '../../../../../docs/host-api.md?raw';
import hostEvents from '../../../../../docs/host-events.md?raw';
import webhooks from '../../../../../docs/webhooks.md?raw';
import { common } from '../../text/common.js';
import { DocsPage } from './docs-page.js';
import { texts } from './texts.js';

/** Files of the repository that are pages here. */
const PAGES = {
  'embedding.md': '/docs/embedding',
  'host-api.md': '/docs/host-api',
  'host-events.md': '/docs/host-events',
  'webhooks.md': '/docs/webhooks',
} as const;
type Path = (typeof PAGES)[keyof typeof PAGES];

/** The parts of a Drive that are shown inside the host: its pages and a snippet. */
export const EmbeddingDocsPage = markdownPage(texts.docsPage.embedding, '/docs/embedding', embedding);
/** What the host's engineers can do by token, with every call. */
export const HostApiDocsPage = markdownPage(texts.docsPage.hostApi, '/docs/host-api', hostApi);
/** How the host sends events to plugins, and how a Drive accepts them. */
export const HostEventsDocsPage = markdownPage(texts.docsPage.hostEvents, '/docs/host-events', hostEvents);
/** How an author's server subscribes to webhooks, verifies and handles them. */
export const WebhooksDocsPage = markdownPage(common.webhooks, '/docs/webhooks', webhooks);

/** Shows a Markdown file; its first heading is the page's own and is left out. `path` is for links to its own headings. */
function markdownPage(title: string, path: Path, text: string) {
  const body = text.replace(/^# .*\n+/, '').replaceAll(/<!--.*?-->\n*/g, '');
  const options = optionsOf(path);
  return function MarkdownPage() {
    return (
      <DocsPage title={title}>
        <Markdown className="docs-text stack" options={options}>
          {body}
        </Markdown>
      </DocsPage>
    );
  };
}

function optionsOf(path: Path): MarkdownToJSX.Options {
  function Anchor({ href = '', children }: ComponentProps<'a'>) {
    if (href.startsWith('#'))
      return (
        <Link to={path} hash={href.slice(1)}>
          {children}
        </Link>
      );
    return href in PAGES ? (
      <Link to={PAGES[href as keyof typeof PAGES]}>{children}</Link>
    ) : (
      <a href={href}>{children}</a>
    );
  }
  return {
    disableParsingRawHTML: true,
    forceBlock: true,
    wrapper: 'article',
    overrides: { a: Anchor, table: Table, pre: Pre },
  };
}

/** Wide tables scroll by themselves, by keyboard too. */
function Table({ children }: { children?: ReactNode }) {
  return (
    <div className="table-box" tabIndex={0}>
      <table className="table docs-table">{children}</table>
    </div>
  );
}

function Pre({ children }: { children?: ReactNode }) {
  return (
    <pre className="grow" tabIndex={0}>
      {children}
    </pre>
  );
}
