/** Days from a refusal or removal until it can no longer be appealed; a spec compares it with the server's rules. */
export const APPEAL_DAYS = 30;
/** Days from the refusal of an application until another one is taken; likewise. */
export const APPLY_AGAIN_DAYS = 14;
