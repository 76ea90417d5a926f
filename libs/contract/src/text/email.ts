const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/;

/** True for something that looks like one e-mail address, at most 254 characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}
