/**
 * Characters that control a terminal or change how the text around them is read: control and format characters, half
 * surrogates.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** More marks on one letter than any language puts there climb over the lines above and below. */
const PILE = /(\p{M}{4})\p{M}+/gu;
/** The same for JSON text, where the escaped spelling keeps the value. */
const STEERING_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text that a stranger may have chosen, fit for a terminal: on one line, nothing in it steers. */
export function plain(text: string): string {
  return text.replaceAll(STEERING, '?').replaceAll(PILE, '$1');
}

/** JSON that is safe to display: the same value, with everything that controls a terminal escaped. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(STEERING_IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Breaks text between words so that no line, indented by the given columns, is longer than the terminal is wide. */
export function wrap(text: string, width: number | null, indent: number): string {
  const room = width === null ? Infinity : Math.max(20, width - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && [...line].length + 1 + [...word].length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** The candidate that was probably meant, or undefined when none is close. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, steps: distance(word, candidate) }));
  const [best] = scored.sort((a, b) => a.steps - b.steps);
  return best && best.steps <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** Letters to add, drop, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** `1 error`, `2 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
