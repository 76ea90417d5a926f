/** Asks the person to prove who they are; true when they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** The dialog of the shell registers here; the returned function unregisters it. */
export function offerStepUp(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Asks once, however many calls are waiting for it. False when nobody can be asked. */
export function askStepUp(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
