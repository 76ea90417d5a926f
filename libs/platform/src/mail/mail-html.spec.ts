import { mailHtml } from './mail-html.js';

const URL = 'https://portal.example';
const actions = (html: string): string[] =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, to, label]) => `${label} ${to}`);

describe('a mail as HTML', () => {
  it.each([
    ['Your earnings: https://portal.example/author/earnings', 'Your earnings https://portal.example/author/earnings'],
    [
      'It was approved. Next, sign the agreement:\nhttps://portal.example/a?b=1&c=2\n\nThank you.',
      'Open in Drive Portal https://portal.example/a?b=1&amp;c=2',
    ],
    [
      'A sentence that is by far too long for any button: https://portal.example/a',
      'Open in Drive Portal https://portal.example/a',
    ],
  ])('has one action, at its first address of the portal: %j', (text, action) => {
    const html = mailHtml('Subject', text, URL);
    expect(actions(html)).toEqual([action]);
    // The address is behind the button alone.
    expect(html.replace(/href="[^"]*"/, '')).not.toContain(URL);
  });

  it('is none that somebody quoted', () =>
    expect(actions(mailHtml('S', `> Read ${URL}/evil\n\nDecide: ${URL}/approvals/1`, URL))).toEqual([
      `Decide ${URL}/approvals/1`,
    ]));

  it('has none without an address of the portal, and leaves others as text', () =>
    expect(actions(mailHtml('S', 'See https://portal.example.evil.test/ or https://other.example/', URL))).toEqual([]));

  it('keeps what people wrote as text, after the action', () => {
    const html = mailHtml(
      '<b>&"',
      `Read it:\n${URL}/a\n\n> <script>alert(1)</script>\n> ${URL}/b\n\nThey wrote:\n<img src=x>`,
      URL,
    );
    expect(html).not.toMatch(/<(script|img|b)\b(?!lockquote)/);
    expect(actions(html)).toHaveLength(1);
    expect(html.indexOf('<a ')).toBeLessThan(html.indexOf('alert(1)'));
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>https://portal.example/b</blockquote>');
  });
});
