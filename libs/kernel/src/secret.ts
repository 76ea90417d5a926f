const MASK = '***';

/**
 * A value that must not be printed. Logs, JSON, template strings and the debugger's inspect show `***`; only `reveal()`
 * returns the text, which is easy to find in a review.
 */
export class Secret {
  readonly #value: string;

  /** @throws Error when the value is empty: an empty secret would sign and verify like a real one. */
  constructor(value: string) {
    if (value === '') throw new Error('a secret must not be empty');
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return 'Secret(***)';
  }
}
