/** The form in which an address is kept: no surrounding white space, composed characters. Case is kept as typed. */
export function tidyEmail(text: string): string {
  return text.trim().normalize('NFC');
}

/** Two addresses with the same key belong to the same user; the database's unique index uses the same rule. */
export function emailKey(text: string): string {
  return tidyEmail(text).toLowerCase();
}
