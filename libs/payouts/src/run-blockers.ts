import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';

/** Something open that has to be decided before money is paid out, in one sentence. */
export interface RunBlocker {
  readonly code: string;
  readonly text: string;
}

/** Whoever knows of open items that must stop a run; asked inside the transaction that would prepare it. */
export abstract class RunBlockerSource {
  abstract open(tx: Tx, month: string): Promise<RunBlocker[]>;
}

/** Everybody who may stop a run from being prepared. A source adds itself when its module starts. */
@Injectable()
export class RunBlockers {
  private readonly sources: RunBlockerSource[] = [];

  add(source: RunBlockerSource): void {
    this.sources.push(source);
  }

  async open(tx: Tx, month: string): Promise<RunBlocker[]> {
    const blockers: RunBlocker[] = [];
    for (const source of this.sources) blockers.push(...(await source.open(tx, month)));
    return blockers;
  }
}
