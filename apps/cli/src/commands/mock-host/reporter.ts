import { paint, type Io } from '../../io.js';
import { count, plain, toJson, wrap } from '../../output/text.js';

/** ok: as the contract says. note: allowed, or not to be told from outside. fail: the host would trip over it. */
type Result = 'ok' | 'note' | 'fail';

const STYLES = { ok: 'green', note: 'cyan', fail: 'red' } as const;
const WORDS = { ok: 'ok', note: 'note', fail: 'FAIL' } as const;
const STEP_COLUMN = 5;
const DETAIL_COLUMN = 26;
const LONGEST = 400;

/** Says what the host sees: as lines for a person, or as one JSON object per line. */
export class Reporter {
  readonly tally: Record<Result, number> = { ok: 0, note: 0, fail: 0 };

  constructor(
    private readonly io: Io,
    private readonly json: boolean,
    private readonly quiet: boolean,
  ) {}

  /** Records what a step showed. `more` stands in the JSON line only. */
  tell(step: string, result: Result, detail: string, more: object = {}): void {
    this.tally[result] += 1;
    const printable = plain(detail).slice(0, LONGEST);
    if (this.json) return this.io.out(`${toJson({ step, result, detail: printable, ...more })}\n`);
    if (this.quiet && result !== 'fail') return;
    const word = paint(this.io, STYLES[result], WORDS[result].padEnd(STEP_COLUMN - 1));
    const name = step.padEnd(DETAIL_COLUMN - STEP_COLUMN - 1);
    this.io.out(`${word} ${name} ${wrap(printable, this.io.width, DETAIL_COLUMN)}\n`);
  }

  /** The same, and fail when it does not hold; returns whether it held. */
  expect(step: string, held: boolean, detail: string): boolean {
    this.tell(step, held ? 'ok' : 'fail', detail);
    return held;
  }

  /** A line for a person only. */
  say(text: string): void {
    if (!this.json && !this.quiet) this.io.out(`     ${wrap(text, this.io.width, STEP_COLUMN)}\n`);
  }

  /** Ends the play; true when nothing failed. */
  end(installsLeft: number): boolean {
    const { ok, note, fail } = this.tally;
    const good = fail === 0 && installsLeft === 0;
    if (this.json)
      this.io.out(
        `${toJson({ step: 'summary', ok: good, held: ok, notes: note, failed: fail, installs_left: installsLeft })}\n`,
      );
    else if (!this.quiet || !good)
      this.io.out(
        `\n${good ? paint(this.io, 'green', 'PASS') : paint(this.io, 'red', 'FAIL')}  ${ok} held, ${count(note, 'note')}, ${fail} failed${installsLeft > 0 ? `, ${count(installsLeft, 'install')} left behind` : ''}\n`,
      );
    return good;
  }
}
