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
 * Notes under which key the calls of an install are accepted, about once a minute per process, key and install. Those that
 * come while a statement is under way share the next one.
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

  /** Comes back when it is noted. */
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
