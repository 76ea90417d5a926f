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
:root{color-scheme:light dark;--ink:#1b2a27;--muted:#55655f;--line:#d5ddd9;--page:#f6f8f7;--card:#fff;--accent:#1f6f5c;--onaccent:#fff;--warn:#8a3b12;--warnbg:#fdf0e6}
@media(prefers-color-scheme:dark){:root{--ink:#e6eeeb;--muted:#9db0a9;--line:#33443f;--page:#111917;--card:#1a2522;--accent:#5cc3a8;--onaccent:#0d1614;--warn:#ffb68a;--warnbg:#3a2213}}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:24px 16px 64px;max-width:960px;color:var(--ink);background:var(--page)}
h1{font-size:26px;margin:0}h2{font-size:20px;margin:40px 0 8px}h3{font-size:16px;margin:0 0 8px}p{margin:8px 0}a{color:var(--accent)}.muted{color:var(--muted);font-size:14px}
code{font-size:13px;overflow-wrap:anywhere}.facts{display:flex;flex-wrap:wrap;gap:8px 32px;margin:16px 0}.facts dt{font-size:13px;color:var(--muted)}.facts dd{margin:0;font-weight:600}
.notice,.calm,.trouble{padding:8px 12px;border-radius:8px;border-left:4px solid var(--accent);background:var(--card)}.trouble{border-color:var(--warn);background:var(--warnbg)}.trouble ul{margin:8px 0;padding-left:20px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:16px}.card,details{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:16px}
details{padding:0;margin:8px 0}summary{padding:12px 16px;cursor:pointer;font-weight:600}summary .muted{font-weight:400}summary strong{color:var(--warn)}
form{display:flex;flex-direction:column;gap:8px;align-items:flex-start;margin:8px 0 0}label{display:flex;flex-direction:column;font-size:14px;gap:4px;width:100%}
input,select,button{font:inherit;padding:8px 12px;min-height:40px;border:1px solid var(--line);border-radius:6px;background:var(--page);color:var(--ink);max-width:100%}
input,select{width:100%}button{background:var(--accent);border-color:var(--accent);color:var(--onaccent);cursor:pointer}button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.switches{list-style:none;margin:0;padding:0}.switches li{display:flex;justify-content:space-between;gap:16px;align-items:center;padding:8px 16px;border-top:1px solid var(--line)}.switches li:target{background:var(--page)}.switches form{margin:0}
.switches button{min-width:64px;background:transparent;color:var(--ink);border-color:var(--muted)}button.on,.switches button.on{background:var(--warn);border-color:var(--warn);color:var(--page)}
table{border-collapse:collapse;width:100%;font-size:14px;background:var(--card);border:1px solid var(--line)}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}td[data-name=When]{white-space:nowrap}td[data-name=Workspace],td[data-name=Tenant],td[data-name=Request],td[data-name=Payload]{overflow-wrap:anywhere}
@media(max-width:640px){thead{display:none}table,tbody,tr,td{display:block}tr{padding:8px;border-bottom:1px solid var(--line)}td{border:0;padding:2px 0;overflow-wrap:anywhere}td[data-name]::before{content:attr(data-name)": ";color:var(--muted)}}
</style></head><body><main>${body}</main></body></html>`;
}
