import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { takeLock, Transactor, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { AgreementPublished } from '../events.js';
import { AgreementVersionEntity } from './agreement.entity.js';

/** Minimum time that active authors have to sign a new version, ms: 14 days. */
const SIGNING_TIME_MS = 14 * 86_400_000;

interface NewAgreement {
  readonly version: string;
  readonly text: string;
  /** One sentence per clause, shown to authors before the text. */
  readonly summary: readonly string[];
  /** When it comes into force; now or later. */
  readonly effectiveAt: Date;
  /** Until when active authors may continue without having signed it. */
  readonly signUntil: Date;
}

/**
 * Publishes a version of the developer agreement. A version is never changed, and installs and payouts do not depend on
 * it.
 */
@Injectable()
export class PublishAgreement {
  constructor(private readonly transactor: Transactor) {}

  /** @throws AppError `agreement_version_taken` (409), `agreement_dates` (400) with each wrong date in the details. */
  async execute(input: { actor: Actor; agreement: NewAgreement }): Promise<void> {
    const { actor, agreement } = input;
    const { version, effectiveAt, signUntil } = agreement;
    await this.transactor.run(async (tx) => {
      const newest = await lockNewest(tx);
      if (await tx.manager.existsBy(AgreementVersionEntity, { version }))
        throw new AppError(authorsErrors.agreement_version_taken);
      if (effectiveAt < tx.now || effectiveAt <= newest.effectiveAt)
        throw dates('/effective_at', 'Choose a time in the future, after the previous version takes effect.');
      if (signUntil.getTime() - effectiveAt.getTime() < SIGNING_TIME_MS)
        throw dates('/sign_until', 'Give authors at least 14 days after it takes effect.');
      const digest = sha256Hex(agreement.text);
      await tx.manager.insert(AgreementVersionEntity, { ...agreement, digest, ordinal: newest.ordinal + 1 });
      await tx.emit(AgreementPublished, {
        version,
        effective_at: effectiveAt.toISOString(),
        sign_until: signUntil.toISOString(),
      });
      await tx.audit(actor, 'agreement.published', ['agreement', version], {
        before: { version: newest.version },
        after: { version, digest, effective_at: effectiveAt, sign_until: signUntil },
      });
    });
  }
}

/** The newest version, including one that is not in force yet. Serialises publications. */
async function lockNewest(tx: Tx): Promise<{ version: string; ordinal: number; effectiveAt: Date }> {
  await takeLock(tx, 'authors.agreement_versions');
  const [row] = await tx.query<{ version: string; ordinal: number; effectiveAt: Date }>(
    'select version, ordinal, effective_at as "effectiveAt" from authors.agreement_versions order by ordinal desc limit 1',
  );
  if (!row) throw new Error('there is no agreement');
  return row;
}

function dates(pointer: string, message: string): AppError {
  return new AppError(authorsErrors.agreement_dates, { details: [{ pointer, code: 'out_of_range', message }] });
}
