import type { ReactNode } from 'react';
import text from '../../../../../docs/webhooks.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { texts } from './texts.js';

/** How an author's server subscribes to webhooks, verifies and handles them; the text of the repository. */
export function WebhooksDocsPage(): ReactNode {
  return <MarkdownPage title={texts.docsPage.webhooks} path="/docs/webhooks" text={text} />;
}
