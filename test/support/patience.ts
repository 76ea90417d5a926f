/**
 * How long a test waits for what must come, milliseconds. Only to end what hangs: a machine that does much else takes its
 * time, and how long it takes says nothing about the product.
 */
export const PATIENCE_MS = 300_000;
const LOOK_MS = 100;

/** Asks until the answer is as wanted. @throws Error with the last answer when it never is */
export async function eventually<T>(what: string, ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > until) throw new Error(`${what}: still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
