import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { ReadInstall } from './read-install.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import { ReadingsRepository } from './readings.repository.js';

interface RefreshResult {
  /** Something of it could be read. */
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
  ) {}

  /** @throws AppError `install_not_found` unless the install is active, `install_paused` (409) */
  async execute(installId: string): Promise<RefreshResult> {
    const row = await this.transactor.run((tx) => this.readable.running(tx, installId));
    const [loaded] = await this.readable.load(row ? [row] : []);
    if (!loaded) throw new AppError(installsErrors.install_not_found);
    if (loaded.install.pausedAt) throw new AppError(installsErrors.install_paused);
    const { outcomes, readings } = await this.read.execute(loaded);
    await this.transactor.run((tx) => this.readings.note(tx, [readings]));
    for (const { fault } of outcomes) if (fault !== null) throw fault;
    return {
      reachable: outcomes.length === 0 || outcomes.some(({ problem }) => problem === null),
      eventsNew: outcomes.find(({ endpoint }) => endpoint === 'events')?.fresh ?? 0,
      problem: outcomes.find(({ message }) => message !== null)?.message ?? null,
    };
  }
}
