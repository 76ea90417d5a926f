import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { Simulator } from './simulator.js';
import { texts } from './texts.js';

/** Earnings estimator: an author's own months, changed and played again. */
export function AuthorSimulatorPage(): ReactNode {
  return (
    <Page title={texts.authorSimulator.title}>
      <Simulator who="author" />
    </Page>
  );
}
