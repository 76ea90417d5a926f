/** What a select offers: the texts of a catalogue by their values, in its order. */
export function optionsOf<T extends string>(texts: Readonly<Record<T, string>>): { value: T; label: string }[] {
  return (Object.keys(texts) as T[]).map((value) => ({ value, label: texts[value] }));
}
