import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { AdoptionRepository } from '../keys/adoption.repository.js';

const EVERY_MS = 60_000;
const MAX_KNOWN = 20_000;

interface InstallUse {
  readonly installId: string;
  readonly keyId: string;
  readonly driveId: string;
}

/**
 * Records under which key calls of an install are accepted, about once a minute per process, key and install. Records
 * that arrive while a statement is running share the next one.
 */
@Injectable()
export class NoteInstallUse {
  private readonly notedMs = new Map<string, number>();
  private next: { readonly uses: InstallUse[]; readonly written: Promise<void> } | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly adoption: AdoptionRepository,
    private readonly clock: Clock,
  ) {}

  /** Resolves when it is recorded. */
  async execute(use: InstallUse): Promise<void> {
    const id = `${use.installId}:${use.keyId}`;
    const nowMs = this.clock.wallNow().getTime();
    const before = this.notedMs.get(id);
    if (before !== undefined && nowMs - before < EVERY_MS) return;
    if (this.notedMs.size >= MAX_KNOWN) this.notedMs.clear();
    this.notedMs.set(id, nowMs);
    this.next ??= this.together();
    this.next.uses.push(use);
    await this.next.written;
  }

  private together(): { uses: InstallUse[]; written: Promise<void> } {
    const uses: InstallUse[] = [];
    const written = this.writing
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.adoption.noteInstalls(uses);
      });
    this.writing = written;
    return { uses, written };
  }
}
