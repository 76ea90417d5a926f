/** Minimum number of characters that must remain without the part of a password that is commonly known. */
const OWN_MIN = 6;
/** Shorter parts are ignored, because every password contains some. */
const PART_MIN = 4;
const PART_MAX = 32;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '8': 'b',
  '3': 'e',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
};

/**
 * Whether a password is in `list` (lower case), is a sequence such as `abcdef`, or repeats one of these, with fewer
 * than six other characters. Letters may be written as digits, and words backwards.
 */
export function isKnownPassword(password: string, list: ReadonlySet<string>): boolean {
  return forms(password.toLowerCase()).some((form) => {
    const text = [...form];
    return parts(text, list).some((part) => [...form.replaceAll(part, '')].length < OWN_MIN);
  });
}

function forms(lower: string): string[] {
  const plain = lower.replace(/[4@83!05$7+]/g, (sign) => LOOKALIKES[sign]!);
  const written = [lower, plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')];
  return [...new Set(written.flatMap((form) => [form, [...form].reverse().join('')]))];
}

function parts(text: readonly string[], list: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let from = 0; from + PART_MIN <= text.length; from += 1) {
    const run = runFrom(text, from);
    if (run >= PART_MIN) found.push(text.slice(from, from + run).join(''));
    for (let length = Math.min(PART_MAX, text.length - from); length >= PART_MIN; length -= 1) {
      const part = text.slice(from, from + length).join('');
      if (list.has(part)) found.push(part);
    }
  }
  return found;
}

/** Number of characters from here on that each equal the previous one, or each are its successor. */
function runFrom(text: readonly string[], from: number): number {
  const step = (at: number): number => text[at]!.codePointAt(0)! - text[at - 1]!.codePointAt(0)!;
  let end = from + 1;
  while (end < text.length && step(end) === step(from + 1) && Math.abs(step(end)) <= 1) end += 1;
  return end - from;
}
