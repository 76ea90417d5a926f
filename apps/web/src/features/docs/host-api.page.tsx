import type { ReactNode } from 'react';
import text from '../../../../../docs/host-api.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { texts } from './texts.js';

/** What the host's engineers can do by token, with every call; the text of the repository. */
export function HostApiDocsPage(): ReactNode {
  return <MarkdownPage title={texts.docsPage.hostApi} path="/docs/host-api" text={text} />;
}
