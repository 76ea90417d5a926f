import type { ReactNode } from 'react';
import text from '../../../../../docs/webhooks.md?raw';
import { MarkdownPage } from './markdown-page.js';

/** How an author's server subscribes to webhooks, verifies and handles them; the text of the repository. */
export function WebhooksDocsPage(): ReactNode {
  return <MarkdownPage title="Webhooks" path="/docs/webhooks" text={text} />;
}
