const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
const lines = (text: string): string => escaped(text.trim()).replaceAll('\n', '<br>');

/** The portal's mark without a picture, which mail programs would ask about before they load it. */
const MARK =
  '<span style="display:inline-block;vertical-align:middle;width:28px;height:28px;border-radius:7px;background:#0b6b57"><span style="display:block;margin:7px;width:8px;height:8px;border:3px solid #ffffff;border-right-color:#0b6b57;border-radius:4px"></span></span>';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b6b57;color:#ffffff;font-weight:600;text-decoration:none';

/**
 * The text of a mail as HTML, under the portal's mark. Its first address at the portal, of those
 * that nobody quotes, becomes the one button; what people wrote stays text.
 */
export function mailHtml(subject: string, text: string, publicUrl: string): string {
  const own = new RegExp(`^(?!>)(.*?)(${publicUrl.replaceAll(/[.[\]]/g, '\\$&')}/\\S*)`, 'm').exec(text);
  const [whole = '', line = '', url = ''] = own ?? [];
  const at = own?.index ?? text.length;
  // "Your earnings: https://…" names the button; a sentence stays above it.
  const label = line.endsWith(': ') && line.length <= 40 ? line.slice(0, -2) : undefined;
  const above = text.slice(0, label === undefined ? at + line.length : at);
  const button = `<p style="margin:20px 0"><a href="${escaped(url)}" style="${BUTTON}">${escaped(label ?? 'Open in Drive Portal')}</a></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fafafa;color:#15191c;font:16px/1.6 Inter,system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto"><p style="font-weight:600">${MARK}&nbsp; Drive Portal</p>
<div style="padding:8px 24px;border:1px solid #dfe3e6;border-radius:8px;background:#ffffff"><h1 style="font-size:20px;line-height:1.4">${escaped(subject)}</h1>
${paragraphs(above)}${url ? button : ''}${paragraphs(text.slice(at + whole.length))}</div></div></body></html>`;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) =>
      part.trim().startsWith('> ')
        ? `<blockquote style="margin:12px 0;padding-left:12px;border-left:3px solid #dfe3e6;color:#565e65">${lines(part.replaceAll(/^> ?/gm, ''))}</blockquote>`
        : `<p>${lines(part)}</p>`,
    )
    .join('\n');
