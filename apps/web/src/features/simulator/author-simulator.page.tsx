import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { Simulator } from './simulator.js';

/** What if: an author's own months, changed and played again. */
export function AuthorSimulatorPage(): ReactNode {
  return (
    <Page title="What if">
      <Simulator who="author" />
    </Page>
  );
}
