import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { AdoptionRepository } from '../keys/adoption.repository.js';

const EVERY_MS = 60_000;
const MAX_KNOWN = 20_000;

/** Notes under which key the calls of an install are accepted, about once a minute per process, key and install. */
@Injectable()
export class NoteInstallUse {
  private readonly notedMs = new Map<string, number>();

  constructor(
    private readonly adoption: AdoptionRepository,
    private readonly clock: Clock,
  ) {}

  async execute(use: { installId: string; keyId: string; driveId: string }): Promise<void> {
    const id = `${use.installId}:${use.keyId}`;
    const nowMs = this.clock.wallNow().getTime();
    const before = this.notedMs.get(id);
    if (before !== undefined && nowMs - before < EVERY_MS) return;
    if (this.notedMs.size >= MAX_KNOWN) this.notedMs.clear();
    this.notedMs.set(id, nowMs);
    await this.adoption.noteInstall(use);
  }
}
