/** Prints all addresses: for people, with `rows` ([name, value]) of the caller and, when the demo is `filled`, what to look at first, or as one JSON line. */
export async function printReady({ portal, demo, json, times, ms, filled = false, rows: more = [] }) {
  const persons = demo ? await demoPersons(portal.url) : [];
  if (json) {
    const { url, driveUrl, stripeUrl, metricsUrl, dataDir } = portal;
    const line = {
      portal: 'up',
      url,
      reference_drive_url: driveUrl,
      stripe_sandbox_url: stripeUrl ?? null,
      metrics_url: metricsUrl,
      data_dir: dataDir,
      admin_links: portal.adminLinks,
      processes: Object.fromEntries(portal.services.map(({ name, pid }) => [name, pid])),
      demo_persons: persons,
      ms: Math.round(ms),
      phases: times.map(([title, took]) => ({ title, ms: Math.round(took) })),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const rows = [
    ['Portal', portal.url],
    ...portal.adminLinks.map((link, i) => [i === 0 ? 'First admin' : 'Second admin', `${link}  (once, within a day)`]),
    ['API description', `${portal.url}/api/docs`],
    ['Reference Drive', `${portal.driveUrl}  (manifest: ${portal.driveUrl}/api/platform/drive/manifest)`],
    ['Stripe', portal.stripeUrl ? `${portal.stripeUrl}  (sandbox: no real money)` : 'the account of STRIPE_SECRET_KEY'],
    ['Metrics', portal.metricsUrl],
    ['Database', process.env.DATABASE_URL ? 'that of DATABASE_URL' : `${portal.databaseUrl}  (npm run db)`],
    ...more,
    ['Data and logs', portal.dataDir],
  ];
  const lines = [
    '',
    `Drive Portal is ready after ${(ms / 1000).toFixed(1)} s.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(17)} ${value}`),
  ];
  if (filled)
    lines.push(
      '',
      'Look at first (the demo fills itself for about two minutes; the first page shows how far it is):',
      `  ${'The catalogue'.padEnd(17)} ${portal.url}/catalogue  twelve plugins with prices and permissions`,
      `  ${'An author\u2019s home'.padEnd(17)} ${portal.url}/author  as played-author: installs, earnings, payouts`,
      `  ${'A review'.padEnd(17)} ${portal.url}/review  as reviewer: one waiting case of each kind`,
    );
  if (persons.length > 0)
    lines.push(
      '',
      'Demo accounts (one click on the first page signs you in; where a page asks for a password, it is "demo"):',
      ...personRows(persons),
    );
  lines.push('', 'Ctrl-C stops everything; the data is kept.', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function demoPersons(url) {
  const response = await fetch(`${url}/api/v1/demo/persons`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) return [];
  const { data } = await response.json();
  return Array.isArray(data) ? data : (data?.persons ?? data?.items ?? []);
}

function personRows(persons) {
  return persons.map(
    ({ person, name, email, does }) =>
      `  ${String(person ?? '').padEnd(17)} ${[name, email, does].filter(Boolean).join(', ')}`,
  );
}
