/**
 * How long a test waits for what must come, milliseconds. Only to end what hangs: a machine that does much else takes its
 * time, and how long it takes says nothing about the product.
 */
export const TEST_TIMEOUT_MS = 300_000;
const LOOK_MS = 25;

const look = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** Asks until the answer is as wanted. @throws Error with the last answer when it never is */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  wanted: (answer: T) => boolean,
): Promise<T> {
  for (const end = Date.now() + TEST_TIMEOUT_MS; ;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(answer)}`);
    await look();
  }
}

/** Waits until a condition holds. @throws Error with the condition, and what `more` says, when it never does */
export async function until(
  holds: () => boolean | Promise<boolean>,
  more: () => string = () => '',
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await holds());) {
    if (Date.now() > end) throw new Error(`never came true: ${String(holds)}\n${more()}`);
    await look();
  }
}
