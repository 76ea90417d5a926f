import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { BalanceGateway } from '@portal/stripe-gateway';
import { PROVIDER_TESTED } from './setup.view.js';

/** Real tests of what a portal depends on. */
@Injectable()
export class TestSetup {
  constructor(
    private readonly identity: Identity,
    private readonly transactor: Transactor,
    private readonly mailer: Mailer,
    private readonly provider: BalanceGateway,
  ) {}

  /** Queues a mail to the caller. */
  async mail(actor: Actor): Promise<void> {
    const person = await this.identity.userById(requireSession(actor));
    await this.transactor.run((tx) =>
      this.mailer.send(tx, {
        to: person!.email,
        topic: 'security',
        subject: 'Test mail',
        text: 'This portal can send mail.',
        path: '/admin/setup',
      }),
    );
  }

  /** Asks the processor with the configured key. @throws AppError `payment_provider_…`, and then nothing is recorded */
  async paymentProvider(actor: Actor): Promise<void> {
    const balances = await this.provider.balances();
    const after = { currencies: balances.map(({ currency }) => currency) };
    await this.transactor.run((tx) => tx.audit(actor, PROVIDER_TESTED, ['payment_provider', 'stripe'], { after }));
  }
}
