import type { ReactNode } from 'react';
import text from '../../../../../docs/webhooks.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { common } from '../../text/common.js';

/** How an author's server subscribes to webhooks, verifies and handles them; the text of the repository. */
export function WebhooksDocsPage(): ReactNode {
  return <MarkdownPage title={common.webhooks} path="/docs/webhooks" text={text} />;
}
