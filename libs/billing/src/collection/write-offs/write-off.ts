import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, required } from '@portal/kernel';
import { Ledger, type AccountRef } from '@portal/ledger';
import { Database, type Tx } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import { invoiceStates } from '../../invoicing/domain/invoice-state.js';
import { InstallNames } from '../../segments/install-names.js';
import { writeOffLegs } from '../payment-legs.js';
import { PaymentsRepository } from '../payments.repository.js';
import type { InvoiceToWriteOff } from './write-offs.js';
import { WriteOffsRepository } from './write-offs.repository.js';

/** Gives up an invoice that will not be paid, with everything that was carried into it, and posts the loss. */
@Injectable()
export class WriteOffKind implements ApprovalKind<InvoiceToWriteOff> {
  readonly kind = 'write_off';
  readonly subjectType = 'invoice';
  readonly name = 'Write-off';
  readonly roles = ['finance'] as const;

  constructor(
    private readonly database: Database,
    private readonly writeOffs: WriteOffsRepository,
    private readonly payments: PaymentsRepository,
    private readonly ledger: Ledger,
    private readonly names: InstallNames,
  ) {}

  /** @throws AppError `invoice_not_found` (404), `invalid_transition`, `write_off_carried`, `write_off_changed` (409) */
  async subject(tx: Tx, payload: InvoiceToWriteOff): Promise<ApprovalSubject> {
    const { number, tenant_id, tenant_name, organizations } = await this.lock(tx, payload);
    return {
      subjectId: payload.invoice_id,
      title: `Write off invoice ${number} of ${tenant_name}`,
      organizations,
      tenants: [tenant_id],
      amount: { minor: BigInt(payload.owed_minor), currency: payload.currency },
    };
  }

  async preview({ invoice_id, owed_minor, currency }: InvoiceToWriteOff): Promise<ApprovalPreview> {
    const parts = await this.payments.authorParts(this.database, invoice_id);
    const change = async (account: string, of: AccountRef, by: bigint) => {
      const before = await this.ledger.balance(this.database, of);
      return { account, currency, before, after: before + by };
    };
    let loss = BigInt(owed_minor);
    const balances = [await change('Owed by all tenants', { code: 'tenant_receivable', currency }, -loss)];
    for (const { orgId, shareMinor } of parts) {
      const name = (await this.names.organization(orgId)) ?? 'An author';
      balances.push(
        await change(`${name}, pending`, { code: 'author_pending', ownerId: orgId, currency }, -shareMinor),
      );
      loss -= shareMinor;
    }
    balances.push(await change('Loss of the platform', { code: 'bad_debt', currency }, loss));
    return {
      effects: [
        'Collection stops, the authors receive nothing for it, and the rest is recorded as our loss.',
        'If it is paid later, all of this is reversed.',
      ],
      balances,
    };
  }

  /** @throws AppError as `subject`, and `write_off_in_flight` (409) */
  async apply(tx: Tx, { payload }: Approved<InvoiceToWriteOff>): Promise<void> {
    const { invoice_id: id, owed_minor, currency } = payload;
    await this.lock(tx, payload);
    if (await this.payments.liveOf(tx, id)) throw new AppError(billingErrors.write_off_in_flight);
    await this.writeOffs.giveUp(tx, id);
    await this.ledger.post(tx, {
      kind: 'write_off',
      idempotencyKey: `writeoff:${id}`,
      sourceType: 'invoice',
      sourceId: id,
      effectiveAt: tx.now,
      legs: writeOffLegs(BigInt(owed_minor), currency, await this.payments.authorParts(tx, id)),
    });
  }

  private async lock(tx: Tx, { invoice_id, owed_minor, currency }: InvoiceToWriteOff) {
    const invoice = required(await this.payments.lockInvoice(tx, invoice_id), billingErrors.invoice_not_found);
    invoiceStates.assert(invoice.state, 'uncollectible');
    const now = await this.writeOffs.about(tx, invoice_id);
    if (now.carried) throw new AppError(billingErrors.write_off_carried);
    if (now.owed_minor !== owed_minor || invoice.currency !== currency)
      throw new AppError(billingErrors.write_off_changed);
    return { ...invoice, ...now };
  }
}
