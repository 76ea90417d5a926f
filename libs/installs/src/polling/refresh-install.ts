import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { ReadInstall } from './read-install.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import { ReadingsRepository } from './readings.repository.js';

interface RefreshResult {
  /** Something signed could be read; where nothing signed is listed, its health. */
  reachable: boolean;
  eventsNew: number;
  /** Why the plugin, or a part of it, could not be read; null when it could. */
  problem: string | null;
}

/** Reads everything that the manifest of an install lists of events, metrics, health and billing, now. */
@Injectable()
export class RefreshInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly readable: ReadableInstallsRepository,
    private readonly readings: ReadingsRepository,
    private readonly read: ReadInstall,
    private readonly installs: InstallsRepository,
  ) {}

  /** @throws AppError `install_not_found` unless the install is active, `install_paused`, `install_suspended` (409), `capability_off` (403) */
  async execute(installId: string): Promise<RefreshResult> {
    const row = await this.transactor.run((tx) => this.readable.find(tx, installId));
    const [loaded] = await this.readable.load(row ? [row] : []);
    if (!loaded) throw installsErrors.install_not_found();
    await this.transactor.run(async (tx) =>
      this.installs.assertMay(tx, (await this.installs.find(tx, installId))!, 'be_called'),
    );
    const { outcomes, readings } = await this.read.execute(loaded);
    await this.transactor.run((tx) => this.readings.note(tx, [readings]));
    for (const { fault } of outcomes) if (fault !== null) throw fault;
    const signed = outcomes.filter(({ endpoint }) => endpoint !== 'health');
    return {
      reachable: (signed.length > 0 ? signed : outcomes).some(({ problem }) => problem === null),
      eventsNew: outcomes.find(({ endpoint }) => endpoint === 'events')?.fresh ?? 0,
      problem: outcomes.find(({ message }) => message !== null)?.message ?? null,
    };
  }
}
