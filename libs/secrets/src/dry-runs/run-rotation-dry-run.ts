import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, type ProbeAnswer } from '../calls/drive-caller.js';
import { InstallDirectory, type HarmlessCall, type KnownInstall } from '../install-directory.js';
import { DryRunsRepository, type Probe, type ProbeRole } from './dry-runs.repository.js';

/** Installs called concurrently; few, so that a dry run does not burden the Drive. */
const AT_ONCE = 2;
const TIMEOUT_MS = 5_000;
const ROLES: readonly ProbeRole[] = ['newest', 'previous'];

/**
 * Executes a dry run. Each result is stored immediately, so a repeated job continues where the previous one stopped.
 */
@Injectable()
export class RunRotationDryRun {
  constructor(
    private readonly dryRuns: DryRunsRepository,
    private readonly transactor: Transactor,
    private readonly caller: DriveCaller,
    private readonly clock: Clock,
    @Optional() private readonly directory?: InstallDirectory,
  ) {}

  async execute(dryRunId: string): Promise<void> {
    const dryRun = await this.dryRuns.find(dryRunId);
    if (dryRun?.state !== 'running') return;
    const { driveId } = dryRun;
    const installs = (await this.directory?.activeOf(driveId)) ?? [];
    await this.transactor.run((tx) => this.dryRuns.count(tx, dryRunId, installs.length));
    const kept = new Set((await this.dryRuns.probes(dryRunId)).map((probe) => `${probe.installId}:${probe.role}`));
    const waiting = [...installs];
    const work = async (): Promise<void> => {
      for (let install = waiting.shift(); install; install = waiting.shift()) {
        const how = await this.directory!.harmlessCall(install.installId);
        if (!how) continue;
        for (const role of ROLES) {
          if (kept.has(`${install.installId}:${role}`)) continue;
          const probe = await this.ask(driveId, install, how, role);
          if (probe) await this.transactor.run((tx) => this.dryRuns.add(tx, dryRunId, probe));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await this.transactor.run((tx) => this.dryRuns.finish(tx, dryRunId));
  }

  /** Undefined when there is no key for the role. */
  private async ask(
    driveId: string,
    { installId, tenantId }: KnownInstall,
    { origin, path, bearer }: HarmlessCall,
    role: ProbeRole,
  ): Promise<Probe | undefined> {
    const began = this.clock.wallNow().getTime();
    const call = { driveId, tenantId, installId, origin, path, bearer: bearer.reveal(), timeoutMs: TIMEOUT_MS };
    const answer = await this.caller.probe({ ...call, method: 'GET' }, role);
    if (!answer) return undefined;
    const ms = Math.max(0, this.clock.wallNow().getTime() - began);
    return { installId, role, keyId: answer.keyId, ms, ...outcomeOf(answer) };
  }
}

function outcomeOf({ response }: ProbeAnswer): Pick<Probe, 'outcome' | 'status'> {
  if (response instanceof OutboundError) return { outcome: 'unreachable', status: null };
  if (response.refusedSignature) return { outcome: 'refused', status: response.status };
  return { outcome: response.status >= 200 && response.status < 300 ? 'accepted' : 'failed', status: response.status };
}
