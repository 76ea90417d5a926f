import { keptText } from './notification.js';

describe('the text of a notification', () => {
  it('has every address without the token that the mail carries', () => {
    const mail = 'Open https://p.example/reset-password?token=dpr_0aB\n\nor https://p.example/i?a=1&token=dpi_9.';
    expect(keptText(mail)).toBe(
      'Open https://p.example/reset-password?token=(in the mail)\n\nor https://p.example/i?a=1&token=(in the mail).',
    );
  });

  it('otherwise equals the mail, word for word', () => {
    expect(keptText('The API token “CI” has ended.\n\n<b>tokens</b>')).toBe(
      'The API token “CI” has ended.\n\n<b>tokens</b>',
    );
  });
});
