import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { bypassRowSecurity } from '@portal/platform/database';
import { monthAfter, monthsBetween, startOf } from '../scenario/domain/months.js';
import { assembleScenario } from './domain/assemble-scenario.js';
import { simulatorErrors } from '../errors.js';
import { RealMonths } from './read/real-months.js';

const MOST_MONTHS = 12;

/**
 * Exports real months as a scenario: installs, plan changes, payments and runs. Played again, it results in the same
 * lines, shares, postings and payouts; changed first, it answers "what if" questions.
 */
@Injectable()
export class ExportScenario {
  constructor(private readonly months: RealMonths) {}

  /**
   * @param orgId only what concerns this author organization, without naming its customers; null for everything
   * @throws AppError `scenario_range_invalid` (400)
   */
  async execute(orgId: string | null, first: string, last: string): Promise<object> {
    const months = monthsBetween(first, last);
    if (months.length === 0 || months.length > MOST_MONTHS) throw new AppError(simulatorErrors.scenario_range_invalid);
    const range = { from: startOf(first), to: startOf(monthAfter(last)), first, last };
    // Invoices, cards and runs are not visible to an author; their effects on its own installs are.
    const facts = await bypassRowSecurity(() => this.months.read(orgId, range));
    return assembleScenario(facts, range, orgId);
  }
}
