import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';

export interface PromptRow {
  id: string;
  installId: string;
  toRevisionId: string;
  toVersion: string | null;
  digest: string;
  permissions: string[];
}

@Injectable()
export class PromptsRepository {
  /** Supersedes the open prompt of the install; false when this revision was offered before. */
  async open(
    tx: Tx,
    prompt: PromptRow & { fromRevisionId: string; fromVersion: string | null; changes: readonly object[] },
  ): Promise<boolean> {
    const [known] = await tx.query(
      'select 1 from installs.upgrade_prompts where install_id = $1 and to_revision_id = $2',
      [prompt.installId, prompt.toRevisionId],
    );
    if (known) return false;
    await tx.query(
      `update installs.upgrade_prompts set state = 'superseded', answered_at = $2 where install_id = $1 and state = 'open'`,
      [prompt.installId, tx.now],
    );
    await tx.query(
      `insert into installs.upgrade_prompts (id, install_id, from_revision_id, from_version, to_revision_id, to_version, digest, changes, permissions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        prompt.id,
        prompt.installId,
        prompt.fromRevisionId,
        prompt.fromVersion,
        prompt.toRevisionId,
        prompt.toVersion,
        prompt.digest,
        JSON.stringify(prompt.changes),
        prompt.permissions,
      ],
    );
    return true;
  }

  async lockOpen(tx: Tx, installId: string): Promise<PromptRow | undefined> {
    const [row] = await tx.query<{
      id: string;
      install_id: string;
      to_revision_id: string;
      to_version: string | null;
      digest: string;
      permissions: string[];
    }>(
      `select id, install_id, to_revision_id, to_version, digest, permissions from installs.upgrade_prompts where install_id = $1 and state = 'open' for update`,
      [installId],
    );
    return (
      row && {
        id: row.id,
        installId: row.install_id,
        toRevisionId: row.to_revision_id,
        toVersion: row.to_version,
        digest: row.digest,
        permissions: row.permissions,
      }
    );
  }

  async answer(tx: Tx, id: string, state: 'accepted' | 'declined' | 'superseded', by: string | null): Promise<void> {
    await tx.query('update installs.upgrade_prompts set state = $2, answered_at = $3, answered_by = $4 where id = $1', [
      id,
      state,
      tx.now,
      by,
    ]);
  }
}
