import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { DocumentsRepository } from './documents.repository.js';
import type { DocumentKind } from './documents.view.js';

/** An admin publishes the next version of a document. */
@Injectable()
export class PublishDocument {
  constructor(
    private readonly transactor: Transactor,
    private readonly documents: DocumentsRepository,
  ) {}

  /** @throws AppError `document_replaced` (409) when `replaces` is not the newest version */
  async execute(actor: Actor, kind: DocumentKind, { text, replaces }: { text: string; replaces: number }) {
    const by = { userId: requirePerson(actor, 'A person has to publish this.'), name: actor.name };
    await this.transactor.run(async (tx) => {
      const digest = sha256Hex(text);
      if (!(await this.documents.add(tx, { kind, replaces, text, digest }, by)))
        throw new AppError(authorsErrors.document_replaced);
      await tx.audit(actor, 'document.published', ['document', kind], { after: { version: replaces + 1, digest } });
    });
  }
}
