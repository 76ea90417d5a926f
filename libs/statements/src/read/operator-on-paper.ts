import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import type { Operator } from '../domain/operator-line.js';

/** Who the operator is on a statement: as decided when its month was sealed, or as it holds now before that. */
@Injectable()
export class OperatorOnPaper {
  constructor(
    private readonly database: Database,
    private readonly policies: Policies,
  ) {}

  /** Undefined for months that were sealed before the portal knew its operator's name; their files stay as they were. */
  async of({ statement, proof }: StatementDocument): Promise<Operator | undefined> {
    const [row] = await this.database.query<{ at: Date }>(
      `select coalesce((select sealed_at from statements.months where $2 and run_id = $1), platform.portal_now()) as at`,
      [statement.run_id, proof !== null],
    );
    return this.policies.printedAt(this.database, 'operator_identity', row!.at);
  }
}
