import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { Simulator } from './simulator.js';
import { texts } from './texts.js';

/** What the engine would do with a scenario, or with real months that are changed first. */
export function FinanceSimulatorPage(): ReactNode {
  return (
    <Page title={texts.financeSimulator.title}>
      <Simulator who="finance" />
    </Page>
  );
}
