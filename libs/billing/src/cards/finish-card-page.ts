import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { CardPageGateway } from '@portal/stripe-gateway';
import { billingErrors } from '../errors.js';
import { KeepCard } from './keep-card.js';
import { CardPagesRepository, type CardPageRow } from './card-pages.repository.js';
import { CustomersRepository } from './customers.repository.js';

/**
 * What came of a page on which a card was to be entered: asked for when its holder comes back, and when the provider
 * says that it is done, whichever is first. The provider is asked each time; what the address or the event says is a hint.
 */
@Injectable()
export class FinishCardPage {
  constructor(
    private readonly transactor: Transactor,
    private readonly pages: CardPagesRepository,
    private readonly customers: CustomersRepository,
    private readonly gateway: CardPageGateway,
    private readonly keep: KeepCard,
  ) {}

  /**
   * For whoever came back from the page of this payer.
   * @throws AppError `card_page_not_found` (404), `card_page_open` (409), `card_page_expired` (409), `payment_provider_unavailable` (503)
   */
  async forPayer(actor: Actor, payerId: string, pageId: string): Promise<void> {
    const page = await this.transactor.run((tx) => this.pages.find(tx, pageId));
    if (page?.tenantId !== payerId) throw new AppError(billingErrors.card_page_not_found);
    const state = await this.finish(page, pageId, actor);
    if (state === 'open') throw new AppError(billingErrors.card_page_open);
    if (state === 'expired') throw new AppError(billingErrors.card_page_expired);
  }

  /** Handles an event of the provider about a page; ignores pages that we did not open. Idempotent. */
  async byEvent(pageId: string): Promise<void> {
    const page = await this.transactor.run((tx) => this.pages.find(tx, pageId));
    if (page) await this.finish(page, pageId, SYSTEM_ACTOR);
  }

  private async finish(page: CardPageRow, pageId: string, actor: Actor): Promise<CardPageRow['state']> {
    if (page.state !== 'open') return page.state;
    const found = await this.gateway.find(pageId);
    if (found === undefined || found.kind === 'open') return 'open';
    const { kind } = found;
    await this.transactor.run(async (tx) => {
      // Of two that both find it done one writes.
      if (!(await this.pages.end(tx, page.id, kind)) || kind !== 'saved') return;
      const customer = await this.customers.find(tx, page.tenantId);
      invariant(found.customerId === customer?.customer_id, 'a page is opened for the customer that is kept');
      await this.keep.execute(tx, actor, page.tenantId, found);
    });
    return kind;
  }
}
