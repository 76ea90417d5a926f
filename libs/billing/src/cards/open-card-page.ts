import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { InstallNames } from '../segments/install-names.js';
import { RequestCardPage } from './request-card-page.js';
import { CardPageEntity } from './card.entity.js';
import { CardPagesRepository } from './card-pages.repository.js';

/** Opens the provider's page for entering a card. Card data never passes through the portal. */
@Injectable()
export class OpenCardPage {
  constructor(
    private readonly transactor: Transactor,
    private readonly pages: CardPagesRepository,
    private readonly request: RequestCardPage,
    private readonly names: InstallNames,
    private readonly ids: Ids,
  ) {}

  /**
   * For a tenant that the actor operates.
   * @throws AppError `tenant_not_found` (404), `payment_provider_unavailable` (503)
   */
  async ofTenant(actor: Actor, tenantId: string): Promise<{ url: string }> {
    const name = scopeIds(actor, 'operator').includes(tenantId) ? await this.names.tenant(tenantId) : undefined;
    if (name === undefined) throw new AppError(billingErrors.tenant_not_found);
    return this.open(actor, { id: tenantId, name }, `/plugins/billing?tenant=${tenantId}&`);
  }

  /**
   * For an author organization, which pays listing fees. The caller checks permissions.
   * @throws AppError `payment_provider_unavailable` (503)
   */
  async ofAuthor(actor: Actor, orgId: string): Promise<{ url: string }> {
    const name = (await this.names.organization(orgId)) ?? 'Unnamed author';
    return this.open(actor, { id: orgId, name }, '/author/listing-fees?');
  }

  private async open(actor: Actor, payer: { id: string; name: string }, path: string): Promise<{ url: string }> {
    const id = await this.transactor.run(async (tx) => {
      const made = this.ids.next();
      await this.pages.begin(tx, { id: made, payerId: payer.id, userId: actor.userId });
      await tx.audit(actor, 'payment_method.page_opened', ['tenant', payer.id]);
      return made;
    });
    const { pageId, url } = await this.request.execute(id, payer, path);
    await this.transactor.run((tx) => tx.manager.update(CardPageEntity, { id }, { pageId }));
    return { url };
  }
}
