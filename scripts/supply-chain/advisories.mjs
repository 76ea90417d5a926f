/** Why the registry gave no advisories; undefined when it did. */
export function outOfReach(printed) {
  try {
    const { vulnerabilities, message } = JSON.parse(printed);
    return vulnerabilities === undefined ? (message ?? 'npm printed no result') : undefined;
  } catch {
    return 'npm printed no result';
  }
}

/**
 * Advisories of a report of `npm audit --json` that nobody has allowed, or only until a day that is over.
 * @param advisories by GHSA id: {why, until}, `until` a day (YYYY-MM-DD)
 */
export function auditProblems({ vulnerabilities }, advisories, now) {
  const today = now.toISOString().slice(0, 10);
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities))
    for (const one of via) if (typeof one === 'object') found.set(one.url.split('/').at(-1), one);
  const open = [...found].filter(([id]) => !(advisories[id]?.until >= today));
  return open.map(([id, { name, range, severity, title }]) => {
    const over = advisories[id] ? ` (allowed until ${advisories[id].until})` : '';
    return `${severity}: ${name} ${range}, ${title} (${id})${over}`;
  });
}
