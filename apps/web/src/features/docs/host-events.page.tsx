import type { ReactNode } from 'react';
import text from '../../../../../docs/host-events.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { texts } from './texts.js';

/** How the host sends events to plugins, and how a Drive accepts them; the text of the repository. */
export function HostEventsDocsPage(): ReactNode {
  return <MarkdownPage title={texts.docsPage.hostEvents} path="/docs/host-events" text={text} />;
}
