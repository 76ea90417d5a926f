import { Injectable } from '@nestjs/common';
import { renderEmbed } from '@portal/contract';
import { AppError, Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { ReadEmbed } from './read-embed.js';

/** Shows an operator the snippet with its token. Who saw it is on record. */
@Injectable()
export class RevealEmbed {
  constructor(
    private readonly transactor: Transactor,
    private readonly embed: ReadEmbed,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `install_not_found`, `no_embed` (404), `embed_not_active`, `embed_refused` (409) */
  async execute(id: string, actor: Actor): Promise<Secret> {
    return this.transactor.run(async (tx) => {
      const { markup, token } = await this.embed.execute(id, actor, tx);
      if (markup === null) throw new AppError(installsErrors.embed_refused);
      await this.audit.record(tx, { actor, action: 'install.embed_shown', subjectType: 'install', subjectId: id });
      return new Secret(renderEmbed(markup, token.reveal()));
    });
  }
}
