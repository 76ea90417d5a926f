import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { LatestReconciliation } from '../read/latest-reconciliation.js';
import { RunReconciliation } from '../read/run-reconciliation.js';
import { RequestReconciliation } from '../request-reconciliation.js';
import { ReconciliationRunView, ReconciliationView, RunReconciliationView } from './reconciliation.view.js';

@ApiController('finance', 'api/v1/finance/reconciliation')
@RequireRole('finance', 'admin')
export class ReconciliationController {
  constructor(
    private readonly latest: LatestReconciliation,
    private readonly request: RequestReconciliation,
    private readonly ofRun: RunReconciliation,
  ) {}

  /**
   * Get the latest reconciliation. The last finished reconciliation, whether one is running, and the open exceptions.
   */
  @GetData('', ReconciliationView)
  get() {
    return this.latest.read();
  }

  /** Get the reconciliation of a payout run. Reconciliation results for its transfers. */
  @GetData('payout-runs/:id', RunReconciliationView)
  run(@IdParam() id: string) {
    return this.ofRun.of(id);
  }

  /** Start a reconciliation. Compares the books with the payment provider's in the background. */
  @RequireRole('finance')
  @PostData('', ReconciliationRunView, { status: 202 })
  async start(@CurrentActor() actor: Actor) {
    return this.request.execute(actor);
  }
}
