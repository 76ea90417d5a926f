import type { ReactNode } from 'react';
import resultSchema from '../../../../../docs/simulate-result.schema.json?url';
import text from '../../../../../docs/simulate.md?raw';
import { MarkdownPage } from './markdown-page.js';
import { texts } from './texts.js';

const FILES = { 'simulate-result.schema.json': resultSchema };

/** The scenarios of the simulator: every member and event with what it does, and worked examples; the text of the repository. */
export function SimulatorDocsPage(): ReactNode {
  return <MarkdownPage title={texts.simulator.title} path="/docs/simulator" text={text} files={FILES} />;
}
