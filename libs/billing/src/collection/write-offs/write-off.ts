import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { invoiceStates } from '../../invoicing/domain/invoice-state.js';
import { billingErrors } from '../../errors.js';
import { writeOffLegs } from '../payment-legs.js';
import { PaymentsRepository } from '../payments.repository.js';
import { WriteOffsRepository } from './write-offs.repository.js';

const ONLY_A_PERSON = 'A person must decide on a write-off.';

/**
 * Writes off an invoice that will not be paid: proposed by one finance user and approved by another, then posted as a
 * loss.
 */
@Injectable()
export class WriteOff {
  constructor(
    private readonly transactor: Transactor,
    private readonly writeOffs: WriteOffsRepository,
    private readonly payments: PaymentsRepository,
    private readonly ledger: Ledger,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns the proposal's id.
   * @throws AppError `invoice_not_found` (404), `invalid_transition`, `write_off_exists` (409), `forbidden` (403)
   */
  async propose(actor: Actor, invoiceId: string, reason: string): Promise<string> {
    try {
      return await this.transactor.run((tx) => this.add(tx, actor, invoiceId, reason));
    } catch (error) {
      throw refusalOf(error, {
        write_offs_one: billingErrors.write_off_exists,
        write_offs_not_carried_on: billingErrors.write_off_carried,
      });
    }
  }

  /**
   * Proposes to write off everything that a tenant which no longer exists has not paid, including amounts too small to
   * charge.
   * @throws AppError `tenant_not_found` (404), also for one that was never billed
   */
  async proposeAll(actor: Actor, tenantId: string, reason: string): Promise<string[]> {
    return this.transactor.run(async (tx) => {
      const made: string[] = [];
      for (const invoiceId of await this.writeOffs.unpaidOf(tx, tenantId))
        made.push(await this.add(tx, actor, invoiceId, reason));
      return made;
    });
  }

  /**
   * @throws AppError `write_off_not_found` (404), `write_off_second_person` (403), `invalid_transition`,
   *   `write_off_in_flight` (409)
   */
  async decide(
    actor: Actor,
    writeOffId: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<string> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    try {
      return await this.transactor.run(async (tx) => {
        const row = await this.writeOffs.lock(tx, writeOffId);
        if (row?.state !== 'proposed') throw new AppError(billingErrors.write_off_not_found);
        const invoice = (await this.payments.lockInvoice(tx, row.invoice_id))!;
        await this.writeOffs.decide(tx, { id: row.id, ...decision, userId, userName: actor.name });
        if (decision.state === 'approved') {
          invoiceStates.assert(invoice.state, 'uncollectible');
          const live = await this.payments.liveOf(tx, invoice.id);
          if (live) throw new AppError(billingErrors.write_off_in_flight);
          const owed = await this.writeOffs.owed(tx, invoice.id);
          await this.writeOffs.giveUp(tx, invoice.id);
          await this.ledger.post(tx, {
            kind: 'write_off',
            idempotencyKey: `writeoff:${invoice.id}`,
            sourceType: 'invoice',
            sourceId: invoice.id,
            effectiveAt: tx.now,
            legs: writeOffLegs(owed, invoice.currency, await this.payments.authorParts(tx, invoice.id)),
          });
        }
        await tx.audit(actor, `write_off.${decision.state}`, ['invoice', invoice.id], {
          before: { state: invoice.state },
          after: { amount: invoice.open, currency: invoice.currency },
          reason: decision.note,
        });
        return invoice.id;
      });
    } catch (error) {
      throw refusalOf(error, { write_offs_second_person: billingErrors.write_off_second_person });
    }
  }

  private async add(tx: Tx, actor: Actor, invoiceId: string, reason: string): Promise<string> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    const invoice = await this.payments.lockInvoice(tx, invoiceId);
    if (!invoice) throw new AppError(billingErrors.invoice_not_found);
    invoiceStates.assert(invoice.state, 'uncollectible');
    const id = this.ids.next();
    await this.writeOffs.propose(tx, { id, invoiceId, reason, userId, userName: actor.name });
    await tx.audit(actor, 'write_off.proposed', ['invoice', invoiceId], {
      before: { state: invoice.state },
      after: { amount: invoice.open, currency: invoice.currency },
      reason,
    });
    return id;
  }
}
