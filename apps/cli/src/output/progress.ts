import type { Io } from '../io.js';
import { plain } from './text.js';

const CLEAR = '\r\u001b[K';

/** One progress line on standard error of a terminal, cleared when the work is done. */
export class Progress {
  private shown = false;

  constructor(
    private readonly io: Io,
    private readonly quiet: boolean,
  ) {}

  show(text: string): void {
    if (!this.io.progress || this.quiet) return;
    this.shown = true;
    this.io.err(`${CLEAR}${plain(text).slice(0, (this.io.width ?? 80) - 1)}`);
  }

  done(): void {
    if (this.shown) this.io.err(CLEAR);
    this.shown = false;
  }
}
