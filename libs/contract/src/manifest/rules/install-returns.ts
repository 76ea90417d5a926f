import type { ManifestRule } from '../rule.js';
import { checkWebAddress, parseWebAddress } from '../web-address.js';
import { readEmbed, TOKEN_PLACEHOLDER } from './embed/embed-markup.js';

/** What an install returns; its snippet has a place for the token and adds nothing else to the page. */
export const installReturns: ManifestRule = {
  id: 'install-returns',
  clause: 'Manifest shape B: install_returns object',
  shapes: ['structured'],
  doc: {
    number: 'C36',
    title: 'The embed has its placeholder {{scoped_token}} and loads from host_origin only.',
    cause:
      'The embed snippet lacks {{scoped_token}} or has it in an address or in text, loads from another origin, or has a script, a handler, an element or an attribute that is not allowed.',
    fix: 'Put {{scoped_token}} into one data- attribute and load everything from host_origin over https.',
    example: {
      wrong: '"embed_snippet": "<script src=\\"https://embed.example.com/w.js?t={{scoped_token}}\\"></script>"',
      right:
        '"embed_snippet": "<script src=\\"https://embed.example.com/w.js\\" data-token=\\"{{scoped_token}}\\"></script>"',
    },
  },
  check(_manifest, report) {
    const block = report.block(report.root, 'install_returns', {
      optional: true,
      fix: 'Give an object, or leave it out.',
    });
    if (!block) return;
    const type = report.text(block, 'type', { optional: true, fix: 'Usually "scoped_widget_token".' });
    if (type !== undefined && type !== 'scoped_widget_token') {
      report.warn(
        'install_returns_type',
        '/install_returns/type',
        'The usual type is "scoped_widget_token".',
        'Use it, or tell the reviewer what this one is.',
        type,
      );
    }
    report.text(block, 'token_prefix', { optional: true, fix: 'Give the prefix of your tokens, for example "wdg_".' });
    const snippet = report.text(block, 'embed_snippet', {
      optional: true,
      fix: `Give the snippet with ${TOKEN_PLACEHOLDER} in it.`,
    });
    const origin = report.text(block, 'host_origin', { optional: true, fix: 'Give the origin the embed loads from.' });
    if (origin !== undefined) {
      checkWebAddress(report, '/install_returns/host_origin', origin, true);
      const url = parseWebAddress(origin);
      if (url && `${url.origin}/` !== url.href) {
        report.warn(
          'host_origin_form',
          '/install_returns/host_origin',
          'An origin has a scheme, a host and perhaps a port, nothing after it.',
          `Write "${url.origin}".`,
          origin,
        );
      }
    }
    if (snippet !== undefined) {
      const { faults, loads } = readEmbed(snippet, origin !== undefined && parseWebAddress(origin) ? origin : null);
      for (const { code, message, fix } of faults)
        report.error(code, '/install_returns/embed_snippet', message, fix, snippet);
      if (loads && block.object.host_origin === undefined)
        report.error(
          'host_origin_missing',
          '/install_returns/host_origin',
          'The snippet loads something, and host_origin does not say from where it may.',
          'Give the origin the embed loads from.',
        );
    }
    const absent = ['type', 'embed_snippet', 'host_origin'].filter((key) => block.object[key] === undefined);
    if (absent.length > 0) {
      report.warn(
        'install_returns_incomplete',
        '/install_returns',
        `Operators cannot embed without: ${absent.join(', ')}.`,
        'Add what is missing.',
      );
    }
  },
};
