import { Injectable } from '@nestjs/common';
import { AppError, Clock, Secret, utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { SealBroken, SealedBox } from '@portal/platform/crypto';
import { TOKEN_PLACE } from '@portal/platform/mail';
import { billingErrors } from '../errors.js';

const DAYS = 90;
/** Where each kind of token is taken; one of another kind is none. */
const PATHS = { document: 'invoices', self_billing: 'self-billing' } as const;
const seal = (purpose: keyof typeof PATHS) => ({ table: 'link', rowId: 'any', purpose });

/**
 * Links by which whoever has one downloads one issued document, without an account, for 90 days. Nothing is stored:
 * the token is the encrypted id, and taking its key out of KEYRING ends it.
 */
@Injectable()
export class DocumentLinks {
  constructor(
    private readonly config: Config,
    private readonly box: SealedBox,
    private readonly clock: Clock,
  ) {}

  /** The sentence of a mail, whose token the mailer puts in. `id` of a `document`: an invoice or credit note. */
  inMail(id: string, of: keyof typeof PATHS = 'document'): { text: string; token: Secret } {
    const until = new Date(this.clock.wallNow().getTime() + DAYS * 86_400_000);
    const link = `${this.config.publicUrl}/api/public/${PATHS[of]}/pdf?token=${TOKEN_PLACE}`;
    return {
      text: `PDF, without signing in, until ${utcDay(until)}: ${link}`,
      token: new Secret(this.box.seal(new Secret(JSON.stringify([id, until.getTime()])), seal(of))),
    };
  }

  /** The id that the token is for. @throws AppError `invoice_not_found` (404) for any that is not in force */
  idOf(token: string, of: keyof typeof PATHS = 'document'): string {
    try {
      const [id, until] = JSON.parse(this.box.open(token, seal(of)).reveal()) as [string, number];
      if (until > this.clock.wallNow().getTime()) return id;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
    }
    throw new AppError(billingErrors.invoice_not_found);
  }
}
