import type { ReactNode } from 'react';
import text from '../../../../../docs/embedding.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { texts } from './texts.js';

/** The parts of a Drive that are shown inside the host: its pages and a snippet; the text of the repository. */
export function EmbeddingDocsPage(): ReactNode {
  return <MarkdownPage title={texts.docsPage.embedding} path="/docs/embedding" text={text} />;
}
