/** Characters of a reason that a person reads later. */
export const MIN_REASON = 20;

/** Whether a reason says too little. */
export const saysTooLittle = (reason: string): boolean => reason.trim().length < MIN_REASON;
