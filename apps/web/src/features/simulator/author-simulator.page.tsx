import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { Simulator } from './simulator.js';

/** Earnings estimator: an author's own months, changed and played again. */
export function AuthorSimulatorPage(): ReactNode {
  return (
    <Page title="Earnings estimator">
      <Simulator who="author" />
    </Page>
  );
}
