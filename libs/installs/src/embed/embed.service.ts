import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { readEmbed, renderEmbed } from '@portal/contract';
import { Secret } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { SealedBox } from '@portal/platform/crypto';
import { Database, Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { INSTALL_CAPABILITIES } from '../install/domain/install-capabilities.js';
import type { InstallState } from '../install/domain/install-state.js';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';

/** The embed of an install, checked now: an embed that was accepted once may be refused later. */
interface InstallEmbed {
  /** With its placeholder; null: refused. */
  readonly markup: string | null;
  readonly refused: readonly string[];
  readonly hostOrigin: string | null;
  readonly tokenPrefix: string | null;
  readonly token: Secret;
}

interface Row {
  tenant_id: string;
  state: InstallState;
  scoped_token: string | null;
  returns: { embedSnippet?: string | null; hostOrigin?: string | null; tokenPrefix?: string | null } | null;
  listed: boolean | null;
}

/** The snippet of the version that the operator accepted, and the token that the plugin gave. */
@Injectable()
export class EmbedService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly box: SealedBox,
  ) {}

  /** @throws AppError `install_not_found`, `no_embed` (404), `embed_not_active` (409) */
  async read(id: string, actor: Actor, q: Pick<Tx, 'query'> = this.database): Promise<InstallEmbed> {
    const [row] = await q.query<Row>(
      `select i.tenant_id, i.state, i.scoped_token, r.manifest->'installReturns' as returns, r.manifest->'capabilities' ? 'provision_widget' as listed
       from installs.installs i join listings.revisions r on r.id = i.revision_id where i.id = $1`,
      [id],
    );
    if (!row || !scopeIds(actor, 'operator').includes(row.tenant_id)) throw installsErrors.install_not_found();
    const { returns, state, scoped_token: sealed } = row;
    if (!row.listed || !returns?.embedSnippet) throw installsErrors.no_embed();
    await assertMay(q, INSTALL_CAPABILITIES, { id, state }, 'show_embed');
    if (sealed === null) throw installsErrors.embed_not_active();
    const { hostOrigin = null, tokenPrefix = null, embedSnippet } = returns;
    const { markup, faults } = readEmbed(embedSnippet, hostOrigin);
    const token = this.box.open(sealed, tokenSeal(id));
    return { markup, refused: faults.map(({ message }) => message), hostOrigin, tokenPrefix, token };
  }

  /**
   * The snippet with its token; each reader is recorded in the audit trail.
   * @throws AppError `install_not_found`, `no_embed` (404), `embed_not_active`, `embed_refused` (409)
   */
  async reveal(id: string, actor: Actor): Promise<Secret> {
    return this.transactor.run(async (tx) => {
      const { markup, token } = await this.read(id, actor, tx);
      if (markup === null) throw installsErrors.embed_refused();
      await tx.audit(actor, 'install.embed_shown', ['install', id]);
      return new Secret(renderEmbed(markup, token.reveal()));
    });
  }
}
