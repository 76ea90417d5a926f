import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { CardPageGateway } from '@portal/stripe-gateway';
import { billingErrors } from '../errors.js';
import { keepCard } from './keep-card.js';
import type { CardPageEntity } from './card.entity.js';
import { CardPagesRepository } from './card-pages.repository.js';
import { CustomersRepository } from './customers.repository.js';

/**
 * Records the result of a card page, when the user returns or when the provider reports it, whichever is first. The
 * provider is asked each time; URL and event are only hints.
 */
@Injectable()
export class FinishCardPage {
  constructor(
    private readonly transactor: Transactor,
    private readonly pages: CardPagesRepository,
    private readonly customers: CustomersRepository,
    private readonly gateway: CardPageGateway,
  ) {}

  /**
   * For a user who returned from the page of this payer.
   * @throws AppError `card_page_not_found` (404), `card_page_open` (409), `card_page_expired` (409),
   *   `payment_provider_unavailable` (503)
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

  private async finish(page: CardPageEntity, pageId: string, actor: Actor): Promise<CardPageEntity['state']> {
    if (page.state !== 'open') return page.state;
    const found = await this.gateway.find(pageId);
    if (found === undefined || found.kind === 'open') return 'open';
    const { kind } = found;
    await this.transactor.run(async (tx) => {
      // If two processes find it complete, one of them writes.
      if (!(await this.pages.end(tx, page.id, kind)) || kind !== 'saved') return;
      const customer = await this.customers.find(tx, page.tenantId);
      invariant(found.customerId === customer?.customerId, 'a page is opened for the customer that is kept');
      await keepCard(tx, actor, page.tenantId, found);
    });
    return kind;
  }
}
