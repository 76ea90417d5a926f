/** Default messages of the validator by their form, and what people are told instead; the numbers are those of the rule. */
const SENTENCES: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  // Of both ends it speaks only when there is no text at all.
  [/ must be a string$| and shorter than or equal to \d+ characters$/, () => 'Enter text.'],
  [/ longer than or equal to 1 characters$/, () => 'Fill this in.'],
  [/ longer than or equal to (\d+) characters$/, (least) => `Use at least ${least} characters.`],
  [/ shorter than or equal to (\d+) characters$/, (b) => `Use at most ${b} characters.`],
  [/ must be an integer number$/, () => 'Enter a whole number.'],
  [/ must not be less than (\S+)$/, (least) => `Enter ${least} or more.`],
  [/ must not be greater than (\S+)$/, (most) => `Enter ${most} or less.`],
  [/ must be a boolean (?:value|string)$/, () => 'Answer true or false.'],
  [/ must be an email$/, () => 'Enter an email address, such as name@example.com.'],
  [/ must be a UUID$/, () => 'Send the id, a UUID.'],
  [/ must be one of the following values: (.*)$/, (values) => `Choose one of: ${values.replaceAll(/, ?/g, ', ')}.`],
  [/ must be an array$/, () => 'Send a list.'],
  [/ must contain at least (\d+) elements$/, (least) => `Choose at least ${least}.`],
  [/ must contain no more than (\d+) elements$/, (most) => `Choose at most ${most}.`],
  [/elements must be unique$/, () => 'List each one once.'],
  [/ must be an object$|^nested property /, () => 'Send an object.'],
  [/ should not exist$/, () => 'This field is unknown. Leave it out.'],
  [/ must match .* regular expression$/, () => 'This has characters or a form that is not allowed here.'],
];

/** What a person reads of a broken rule: the rule's own message, or a sentence in the place of the validator's. */
export function fieldSentence(message: string): string {
  for (const [form, sentence] of SENTENCES) {
    const found = form.exec(message);
    if (found) return sentence(found[1] ?? '');
  }
  return message;
}
