import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Database, revisionOf, Transactor, takeLock } from '@portal/platform/database';
import type { ColumnsOf } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import type { BillingDetailsBody } from '../invoicing/http/billing.dto.js';
import type { BillingDetailsView, ViesView } from '../invoicing/http/billing.view.js';
import { checkOf, normalized } from '../tax/tax-ids.js';
import type { BillingDetailsEntity } from './card.entity.js';

const NONE = {
  ...{ legal_name: '', line1: '', city: '', postal_code: '', country: '' },
  ...{ region: null, tax_id_type: null, tax_id: null },
};

/** Billing details of a tenant: printed on invoices and used to compute tax. */
type BillingDetails = Omit<ColumnsOf<BillingDetailsEntity>, 'tenant_id' | 'changed_at' | 'changed_by'>;

const COLUMNS = 'legal_name, line1, city, postal_code, region, country, tax_id_type, tax_id';
const WRITTEN = `${COLUMNS}, changed_by, changed_at`;
const CHANGED = 'billing_details.changed';

/** Existing invoices are not changed. */
@Injectable()
export class SetBillingDetails {
  constructor(
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly lastChange: LastChange,
  ) {}

  /** @throws AppError `tenant_not_found` (404) for a tenant the actor does not operate */
  async get(actor: Actor, tenantId: string): Promise<BillingDetailsView> {
    assertOperates(actor, tenantId);
    return this.read(tenantId);
  }

  private async read(tenantId: string): Promise<BillingDetailsView> {
    const [row] = await this.database.query<BillingDetails & { vies: ViesView | null }>(
      `select ${COLUMNS}, billing.vies(tax_id) as vies from billing.billing_details where tenant_id = $1`,
      [tenantId],
    );
    const { vies = null, ...stored } = row ?? {};
    const details = row ? (stored as BillingDetails) : null;
    const { country, tax_id, tax_id_type } = details ?? NONE;
    const tax_id_check = checkOf(country, tax_id, tax_id_type, vies);
    return { revision: revisionOf(details), given: details !== null, ...(details ?? NONE), tax_id_check, vies };
  }

  /**
   * `expectedVersion` is the revision that was edited; undefined for the first one.
   * @throws AppError `tenant_not_found` (404), `tax_id_invalid` (422), `changed_meanwhile` (409) with both values, who
   *   changed it and when
   */
  async execute(actor: Actor, tenantId: string, given: BillingDetails, expectedVersion?: string): Promise<void> {
    assertOperates(actor, tenantId);
    await this.write(actor, tenantId, given, expectedVersion);
  }

  /** As `execute`, with the body of a request. */
  async save(actor: Actor, tenantId: string, body: BillingDetailsBody): Promise<BillingDetailsView> {
    assertOperates(actor, tenantId);
    return this.saveForHost(actor, tenantId, body);
  }

  /** As `save`, of any tenant: behind the host's own door, where only its tokens come. */
  async saveForHost(
    actor: Actor,
    tenantId: string,
    { revision, ...body }: BillingDetailsBody,
  ): Promise<BillingDetailsView> {
    const { region = null, tax_id_type = null, tax_id = null, ...rest } = body;
    await this.write(actor, tenantId, { ...rest, region, tax_id_type, tax_id }, revision);
    return this.read(tenantId);
  }

  private async write(actor: Actor, tenantId: string, given: BillingDetails, expectedVersion?: string): Promise<void> {
    const { country, tax_id_type: type, tax_id: id } = given;
    const details = { ...given, tax_id: id === null ? null : normalized('/tax_id', country, id, type) };
    await this.transactor.run(async (tx) => {
      // There is no row to lock before the first write.
      await takeLock(tx, 'billing.billing_details', { key: tenantId });
      const [before] = await tx.query<BillingDetails>(
        `select ${COLUMNS} from billing.billing_details where tenant_id = $1 for update`,
        [tenantId],
      );
      await assertExpectedVersion(expectedVersion, before ?? null, details, () =>
        this.lastChange.of(tx, ['tenant', tenantId], [CHANGED], actor),
      );
      await tx.query(
        `insert into billing.billing_details (tenant_id, ${WRITTEN})
         select tenant_id, ${WRITTEN} from jsonb_populate_record(null::billing.billing_details, $1::jsonb)
         on conflict (tenant_id) do update set (${WRITTEN}) =
           (select ${WRITTEN} from jsonb_populate_record(null::billing.billing_details, $1::jsonb))`,
        [JSON.stringify({ ...details, tenant_id: tenantId, changed_by: actor.userId, changed_at: tx.now })],
      );
      await tx.audit(actor, CHANGED, ['tenant', tenantId], { before: before ?? null, after: details });
    });
  }
}

function assertOperates(actor: Actor, tenantId: string): void {
  if (!scopeIds(actor, 'operator').includes(tenantId)) throw new AppError(billingErrors.tenant_not_found);
}
