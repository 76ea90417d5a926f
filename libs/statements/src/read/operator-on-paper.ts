import { Injectable } from '@nestjs/common';
import { Policies, type OperatorIdentity } from '@portal/billing';
import { Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';

/** The operator's data on a statement: as of sealing, or the current data before that. */
@Injectable()
export class OperatorOnPaper {
  constructor(
    private readonly database: Database,
    private readonly policies: Policies,
  ) {}

  /** Undefined for months sealed before the portal stored it, whose files must not change. */
  async of({ statement }: StatementDocument): Promise<OperatorIdentity | undefined> {
    const [row] = await this.database.query<{ at: Date }>(
      `select coalesce((select m.sealed_at from statements.statements s join statements.months m on m.seq = s.seal where s.id = $1), platform.portal_now()) as at`,
      [statement.id],
    );
    return this.policies.printedAt(this.database, 'operator_identity', row!.at);
  }
}
