import { Link } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx';
import type { MarkdownToJSX } from 'markdown-to-jsx';
import type { ComponentProps, ReactNode } from 'react';
import { DocsPage } from './docs-page.js';

interface Props {
  title: string;
  /** A text of the repository. Its first heading is the page's own and is left out. */
  text: string;
  /** Where the page is, for links to its own headings. */
  path: '/docs/webhooks' | '/docs/host-events' | '/docs/host-api' | '/docs/embedding';
  /** Files that the text refers to, and where they are here. */
  files?: Record<string, string>;
}

/** Files that are pages here. */
const PAGES: Readonly<Record<string, Props['path']>> = {
  'embedding.md': '/docs/embedding',
  'host-api.md': '/docs/host-api',
  'host-events.md': '/docs/host-events',
  'webhooks.md': '/docs/webhooks',
};

/** A page of the documentation that shows a Markdown file. */
export function MarkdownPage({ title, text, path, files = {} }: Props): ReactNode {
  const body = text.replace(/^# .*\n+/, '').replaceAll(/<!--.*?-->\n*/g, '');
  return (
    <DocsPage title={title}>
      <Markdown className="docs-text stack" options={optionsOf(path, files)}>
        {body}
      </Markdown>
    </DocsPage>
  );
}

function optionsOf(path: Props['path'], files: Record<string, string>): MarkdownToJSX.Options {
  function Anchor({ href = '', children }: ComponentProps<'a'>): ReactNode {
    if (href.startsWith('#'))
      return (
        <Link to={path} hash={href.slice(1)}>
          {children}
        </Link>
      );
    const page = PAGES[href];
    if (page) return <Link to={page}>{children}</Link>;
    return (
      <a href={files[href] ?? href} download={href in files ? href : undefined}>
        {children}
      </a>
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
function Table({ children }: { children?: ReactNode }): ReactNode {
  return (
    <div className="table-box" tabIndex={0}>
      <table className="table docs-table">{children}</table>
    </div>
  );
}

function Pre({ children }: { children?: ReactNode }): ReactNode {
  return (
    <pre className="grow" tabIndex={0}>
      {children}
    </pre>
  );
}
