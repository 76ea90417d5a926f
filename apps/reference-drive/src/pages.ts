/** 512x512, as the manifest's rules ask for. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="#1f3d36"/>' +
  '<path d="M376 96c-120 12-208 96-224 236l-24 84h32l20-60c108-4 188-68 196-260z" fill="#f4efe3"/><path d="M160 372c40-84 92-140 160-188" fill="none" stroke="#1f3d36" stroke-width="14" stroke-linecap="round"/></svg>';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** One HTML page; `body` is markup that is escaped already. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:24px;max-width:880px}
h1{font-size:24px}h2{font-size:18px;margin-top:32px}table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:6px 8px;border-bottom:1px solid #8886;vertical-align:top}code{font-size:13px;overflow-wrap:anywhere}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:end;margin:12px 0}label{display:flex;flex-direction:column;font-size:14px;gap:4px}
input,select,button{font:inherit;padding:6px 10px}.notice{padding:8px 12px;border-left:3px solid #2f7d6b;background:#2f7d6b22}
</style></head><body>${body}</body></html>`;
}
