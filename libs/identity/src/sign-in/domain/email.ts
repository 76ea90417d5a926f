/** An address as stored: trimmed, with composed characters. Case is kept as typed. */
export function tidyEmail(text: string): string {
  return text.trim().normalize('NFC');
}

/** Addresses with the same key belong to the same user; the database's unique index uses the same rule. */
export function emailKey(text: string): string {
  return tidyEmail(text).toLowerCase();
}
