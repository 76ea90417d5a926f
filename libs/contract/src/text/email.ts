const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/;

/** True for text that looks like one email address, at most 254 characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}
