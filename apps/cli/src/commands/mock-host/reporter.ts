import { paint, type Io } from '../../io.js';
import { count, plain, toJson, wrap } from '../../output/text.js';
import { outcome, type Reply } from './host.js';

/** ok: as the contract requires. note: allowed, or cannot be checked from outside. fail: breaks with the host. */
type Result = 'ok' | 'note' | 'fail';

const STYLES = { ok: 'green', note: 'cyan', fail: 'red' } as const;
const WORDS = { ok: 'ok', note: 'note', fail: 'FAIL' } as const;
const STEP_COLUMN = 5;
const DETAIL_COLUMN = 26;
const LONGEST = 400;

/** Reports the steps: as lines for a person, or as one JSON object per line. */
export class Reporter {
  readonly tally: Record<Result, number> = { ok: 0, note: 0, fail: 0 };

  constructor(
    private readonly io: Io,
    private readonly json: boolean,
    private readonly quiet: boolean,
  ) {}

  /** Reports the result of a step. `more` is added to the JSON line only. */
  report(step: string, result: Result, detail: string, more: object = {}): void {
    this.tally[result] += 1;
    const printable = plain(detail).slice(0, LONGEST);
    if (this.json) return this.io.out(`${toJson({ step, result, detail: printable, ...more })}\n`);
    if (this.quiet && result !== 'fail') return;
    const word = paint(this.io, STYLES[result], WORDS[result].padEnd(STEP_COLUMN - 1));
    const name = step.padEnd(DETAIL_COLUMN - STEP_COLUMN - 1);
    this.io.out(`${word} ${name} ${wrap(printable, this.io.width, DETAIL_COLUMN)}\n`);
  }

  ok(step: string, detail: string): void {
    this.report(step, 'ok', detail);
  }

  note(step: string, detail: string, more?: object): void {
    this.report(step, 'note', detail, more);
  }

  fail(step: string, detail: string): void {
    this.report(step, 'fail', detail);
  }

  /** Reports ok when the Drive answered 401, else what is wrong about it. */
  refused(step: string, reply: Reply, otherwise: string): void {
    const isRefused = reply.status === 401;
    this.expect(step, isRefused, isRefused ? outcome(reply) : `${outcome(reply)}: ${otherwise}`);
  }

  /** Reports ok or fail; returns `passed`. */
  expect(step: string, passed: boolean, detail: string): boolean {
    this.report(step, passed ? 'ok' : 'fail', detail);
    return passed;
  }

  /** Prints a line for a person only. */
  comment(text: string): void {
    if (!this.json && !this.quiet) this.io.out(`     ${wrap(text, this.io.width, STEP_COLUMN)}\n`);
  }

  /** Prints the summary; true when nothing failed. */
  end(installsLeft: number): boolean {
    const { ok, note, fail } = this.tally;
    const good = fail === 0 && installsLeft === 0;
    if (this.json)
      this.io.out(
        `${toJson({ step: 'summary', ok: good, held: ok, notes: note, failed: fail, installs_left: installsLeft })}\n`,
      );
    else if (!this.quiet || !good)
      this.io.out(
        `\n${good ? paint(this.io, 'green', 'PASS') : paint(this.io, 'red', 'FAIL')}  ${ok} passed, ${count(note, 'note')}, ${fail} failed${installsLeft > 0 ? `, ${count(installsLeft, 'install')} left behind` : ''}\n`,
      );
    return good;
  }
}
