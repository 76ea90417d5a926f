import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { InstallNeedsAttention } from '../../events.js';
import { refusesToken } from '../domain/token-refusal.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';

/** Whether the Drive still accepts the token of a running install, according to its answers. */
@Injectable()
export class WatchToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
  ) {}

  /** Records the first refusal and the end of refusals; all other answers need no statement. */
  async execute(
    install: Pick<InstallRow, 'id' | 'tokenRefusedAt'>,
    { status, body }: { status: number; body: Uint8Array },
  ): Promise<void> {
    const refused = refusesToken(status, body);
    const accepted = status >= 200 && status < 300;
    if (refused ? install.tokenRefusedAt !== null : !accepted || install.tokenRefusedAt === null) return;
    await this.transactor.run(async (tx) => {
      // Several endpoints of an install are called concurrently: the first refusal is reported.
      const isNews = await this.repository.noteToken(tx, install.id, refused ? tx.now : null);
      const payload = { install_id: install.id, why: 'token_refused' } as const;
      if (refused && isNews) await tx.emit(InstallNeedsAttention, payload);
    });
  }
}
