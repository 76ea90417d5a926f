import { Link } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx';
import type { MarkdownToJSX } from 'markdown-to-jsx';
import type { ComponentProps, ReactNode } from 'react';
import resultSchema from '../../../../../docs/simulate-result.schema.json?url';
import text from '../../../../../docs/simulate.md?raw';
import { DocsPage } from './docs-page.js';

/** Files beside the text that it names, and where they are here. */
const FILES: Record<string, string> = { 'simulate-result.schema.json': resultSchema };

function Anchor({ href = '', children }: ComponentProps<'a'>): ReactNode {
  if (href.startsWith('#'))
    return (
      <Link to="/docs/simulator" hash={href.slice(1)}>
        {children}
      </Link>
    );
  return (
    <a href={FILES[href] ?? href} download={href in FILES ? href : undefined}>
      {children}
    </a>
  );
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

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'article',
  overrides: { a: Anchor, table: Table, pre: Pre },
};

/** What follows the first heading, which is the page's own. */
const BODY = text.replace(/^# .*\n+/, '');

/** The scenarios of the simulator: every member and event with what it does, and worked examples; the text of the repository. */
export function SimulatorDocsPage(): ReactNode {
  return (
    <DocsPage title="The simulator">
      <Markdown className="docs-text stack" options={OPTIONS}>
        {BODY}
      </Markdown>
    </DocsPage>
  );
}
