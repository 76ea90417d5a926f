import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.js';
import { Simulator } from './simulator.js';
import { texts } from './texts.js';

/** Simulates a scenario, or real months with changes. */
export function FinanceSimulatorPage(): ReactNode {
  return (
    <Page title={texts.financeSimulator.title}>
      <Simulator who="finance" />
    </Page>
  );
}
