/** An address as stored: trimmed, with composed characters. Case is kept as typed. */
export function tidyEmail(text: string): string {
  return text.trim().normalize('NFC');
}

/**
 * Addresses with the same key belong to the same person, as in the database (`platform.folded`): only A to Z lose their
 * case. Unicode's folding would make look-alikes equal, such as U+212A, the Kelvin sign, and k.
 */
export function emailKey(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
