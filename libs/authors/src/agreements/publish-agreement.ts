import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { takeLock, Transactor, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { AgreementPublished } from '../events.js';
import { AgreementVersionEntity } from './agreement.entity.js';
import { DEMO_AGREEMENT } from './domain/demo-agreement.js';

/** Minimum time that active authors have to sign a new version, ms: 14 days. */
const SIGNING_TIME_MS = 14 * 86_400_000;

interface NewAgreement {
  readonly version: string;
  readonly text: string;
  /** One sentence per clause, shown to authors before the text. */
  readonly summary: readonly string[];
  /** When it comes into force; absent: at once. */
  readonly effectiveAt?: Date | undefined;
  /** Until when active authors may continue without having signed it; absent: as short as allowed, of the first version none. */
  readonly signUntil?: Date | undefined;
}

/**
 * Publishes a version of the developer agreement: until the first one nobody can sign, so that no secret is issued and
 * nothing is listed. A version is never changed, and installs and payouts do not depend on it.
 */
@Injectable()
export class PublishAgreement {
  constructor(private readonly transactor: Transactor) {}

  /**
   * @throws AppError `agreement_version_taken` (409), `agreement_blanks` (400), `agreement_dates` (400) with each wrong date in
   *   the details.
   */
  async execute(input: { actor: Actor; agreement: NewAgreement }): Promise<void> {
    const { actor, agreement } = input;
    const { version, text } = agreement;
    // A blank of the template (docs/agreement-template.md).
    if (text.includes('[[')) throw new AppError(authorsErrors.agreement_blanks);
    await this.transactor.run(async (tx) => {
      const newest = await lockNewest(tx);
      if (await tx.manager.existsBy(AgreementVersionEntity, { version }))
        throw new AppError(authorsErrors.agreement_version_taken);
      const effectiveAt = agreement.effectiveAt ?? tx.now;
      const soonest = new Date(effectiveAt.getTime() + SIGNING_TIME_MS);
      // Before the first version nobody is active without a signature.
      const signUntil = agreement.signUntil ?? (newest ? soonest : null);
      if (effectiveAt < tx.now || (newest && effectiveAt <= newest.effectiveAt))
        throw dates('/effective_at', 'Choose a time in the future, after the previous version takes effect.');
      if (signUntil !== null && signUntil < soonest)
        throw dates('/sign_until', 'Give authors at least 14 days after it takes effect.');
      const digest = sha256Hex(text);
      const ordinal = (newest?.ordinal ?? 0) + 1;
      await tx.manager.insert(AgreementVersionEntity, {
        ...agreement,
        ...{ digest, ordinal, effectiveAt, signUntil },
      });
      await tx.emit(AgreementPublished, {
        version,
        effective_at: effectiveAt.toISOString(),
        ...(signUntil !== null && { sign_until: signUntil.toISOString() }),
      });
      await tx.audit(actor, 'agreement.published', ['agreement', version], {
        before: newest && { version: newest.version },
        after: { version, digest, effective_at: effectiveAt, sign_until: signUntil },
      });
    });
  }

  /** For demonstrations: a first version, unless there is one. */
  async ensureDemo(): Promise<void> {
    await this.execute({ actor: SYSTEM_ACTOR, agreement: DEMO_AGREEMENT }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'agreement_version_taken') throw error;
    });
  }
}

/** The newest version, including one that is not in force yet; undefined before the first. Serialises publications. */
async function lockNewest(tx: Tx): Promise<{ version: string; ordinal: number; effectiveAt: Date } | undefined> {
  await takeLock(tx, 'authors.agreement_versions');
  const [row] = await tx.query<{ version: string; ordinal: number; effectiveAt: Date }>(
    'select version, ordinal, effective_at as "effectiveAt" from authors.agreement_versions order by ordinal desc limit 1',
  );
  return row;
}

function dates(pointer: string, message: string): AppError {
  return new AppError(authorsErrors.agreement_dates, { details: [{ pointer, code: 'out_of_range', message }] });
}
