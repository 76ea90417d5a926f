const MEANINGS: Record<string, string> = {
  'venture.read': 'Read the name and basic facts of this venture.',
  'events.emit': 'Report events that show up in your dashboard.',
  'billing.read': "See this venture's plan and invoices.",
  'config.read': 'Read the settings that you enter here.',
};

/** A permission in plain words; the ones we do not know are shown as such. */
export function permissionMeaning(name: string): string {
  const known = MEANINGS[name];
  if (known) return known;
  if (name.startsWith('data.')) return `Read and keep data of the kind "${name.slice(5).replaceAll('_', ' ')}".`;
  return `"${name}" is a permission of the plugin itself; its author explains it.`;
}
