/** Text that is safe inside an element or a quoted attribute. */
export function escapeHtml(value: unknown): string {
  return String(value).replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
}

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; }
button { font: inherit; padding: .5rem 1rem; }
.mark { border: 1px solid #b45309; border-radius: .4rem; padding: .5rem .8rem; }
`;

/** Headers of every page: no script, nothing from elsewhere, never inside a frame of somebody else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A whole page. `body` is HTML whose values are already escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><p class="mark">Sandbox: an emulator of the payment provider. No real money moves here.</p>
<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}
