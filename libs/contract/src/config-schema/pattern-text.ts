import type { SafePattern } from './pattern.js';

/** An instruction of a compiled pattern, with RE2's numbers. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  /** Pairs of first and last code point; of `RUNE1` one code point. */
  readonly runes: readonly number[];
}

interface Program {
  readonly inst: readonly Instruction[];
  readonly start: number;
}

const OP = { alt: 1, altMatch: 2, capture: 3, empty: 4, fail: 5, match: 6, nop: 7, rune: 8, rune1: 9 } as const;
/** Conditions of `OP.empty`; the others (line and word boundaries) are checked on the finished text. */
const BEGIN_TEXT = 4;
const END_TEXT = 8;

/** Position of a search; negative ones are outside of the pattern, before and after the match. */
const BEFORE = -1;
const AFTER = -2;

interface Step {
  readonly from: Step | null;
  readonly at: number;
  /** The end of the text is required: no character may follow. */
  readonly ended: boolean;
  readonly character: string;
}

/** A code point within a range, as readable as possible: `pick` chooses among letters or digits. */
function readable(low: number, high: number, pick: number): string {
  for (const [first, last] of [
    [97, 122],
    [65, 90],
    [48, 57],
    [33, 126],
  ] as const) {
    const from = Math.max(low, first);
    const to = Math.min(high, last);
    if (from <= to) return String.fromCodePoint(from + (pick % (to - from + 1)));
  }
  return String.fromCodePoint(low);
}

function characterOf({ op, runes }: Instruction, filler: string, pick: number): string {
  // The last two operations match any character, or any except a line break.
  if (op > OP.rune1) return filler;
  if (op === OP.rune1 || runes.length === 1) return String.fromCodePoint(runes[0]!);
  const best = [...runes.keys()]
    .filter((i) => i % 2 === 0)
    .map((i) => readable(runes[i]!, runes[i + 1]!, pick))
    .sort((a, b) => Number(/[a-z0-9]/i.test(b)) - Number(/[a-z0-9]/i.test(a)));
  return best[0]!;
}

/** The wanted text: its length in characters, and which of several. */
interface TextWish {
  readonly min: number;
  readonly max: number;
  /** Another number gives another text, if the pattern allows it. */
  readonly pick: number;
  /** Called with the number of visited instructions; may throw to end the search. */
  readonly spend: (steps: number) => void;
}

/**
 * The shortest text in which the pattern is found; undefined when none was found. Searches RE2's program breadth first,
 * one character at a time.
 */
export function textFor(pattern: SafePattern, wish: TextWish): string | undefined {
  const { prog } = (pattern as unknown as { re2Input: { prog: Program } }).re2Input;
  for (const filler of ['a', ' ']) {
    const text = search(prog, wish, filler);
    if (text === undefined || pattern.test(text)) return text;
  }
  return undefined;
}

function search(program: Program, { min, max, pick, spend }: TextWish, filler: string): string | undefined {
  let layer: Step[] = [{ from: null, at: BEFORE, ended: false, character: '' }];
  // A shortest text visits no instruction twice once it is long enough.
  const longest = Math.min(max, min + program.inst.length);
  for (let length = 0; length <= longest && layer.length > 0; length += 1) {
    const here = closure(program, layer, length);
    spend(here.length);
    const end = length >= min ? here.find(({ at }) => at === AFTER) : undefined;
    if (end) return written(end);
    layer = here
      .filter((step) => !step.ended)
      .flatMap((step): Step[] => {
        const instruction = program.inst[step.at];
        if (!instruction) return [{ from: step, at: step.at, ended: false, character: filler }];
        if (instruction.op < OP.rune || (instruction.op <= OP.rune1 && instruction.runes.length === 0)) return [];
        const character = characterOf(instruction, filler, pick);
        return [{ from: step, at: instruction.out, ended: false, character }];
      });
  }
  return undefined;
}

/** Everything reachable from a layer without consuming a character. */
function closure(program: Program, layer: readonly Step[], length: number): Step[] {
  const found = new Map<string, Step>();
  const open = [...layer];
  for (let step = open.shift(); step; step = open.shift()) {
    const key = `${step.at} ${step.ended}`;
    if (found.has(key)) continue;
    found.set(key, step);
    const { ended } = step;
    const to = (at: number, end = ended): number => open.push({ from: step!, at, ended: end, character: '' });
    if (step.at === BEFORE) to(program.start);
    const instruction = program.inst[step.at];
    if (!instruction) continue;
    const { op, out, arg } = instruction;
    if (op === OP.alt || op === OP.altMatch) {
      to(out);
      to(arg);
    } else if (op === OP.capture || op === OP.nop) to(out);
    else if (op === OP.match) to(AFTER);
    else if (op === OP.empty && (length === 0 || (arg & BEGIN_TEXT) === 0)) to(out, ended || (arg & END_TEXT) !== 0);
  }
  return [...found.values()];
}

function written(last: Step): string {
  const characters: string[] = [];
  for (let step: Step | null = last; step; step = step.from) if (step.character !== '') characters.push(step.character);
  return characters.reverse().join('');
}
