/**
 * How long a test waits for an expected event, milliseconds. Only to end hanging tests: a busy machine takes its
 * time, which does not measure the product.
 */
export const TEST_TIMEOUT_MS = 300_000;
const [SOONEST_MS, LATEST_MS] = [25, 250];

/** Polls again after a fifth of the time waited so far, because polling slows the work it waits for. */
function look(since: number): Promise<void> {
  const waitMs = Math.min(Math.max((Date.now() - since) / 5, SOONEST_MS), LATEST_MS);
  return new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Asks until the answer is as wanted. @throws Error with the last answer when it never is */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  wanted: (answer: T) => boolean,
): Promise<T> {
  for (const begun = Date.now(); ;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > begun + TEST_TIMEOUT_MS) throw new Error(`${what}: still ${JSON.stringify(answer)}`);
    await look(begun);
  }
}

/** Waits until a condition holds. @throws Error with the condition, and the text of `more`, when it never does */
export async function until(
  holds: () => boolean | Promise<boolean>,
  more: () => string = () => '',
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<void> {
  for (const begun = Date.now(); !(await holds());) {
    if (Date.now() > begun + timeoutMs) throw new Error(`never came true: ${String(holds)}\n${more()}`);
    await look(begun);
  }
}
