/** Errors in the markup of an embed. */
export interface EmbedFault {
  readonly code:
    | 'embed_too_long'
    | 'embed_malformed'
    | 'embed_element'
    | 'embed_attribute'
    | 'embed_handler'
    | 'embed_inline_script'
    | 'embed_origin'
    | 'embed_placeholder_missing'
    | 'embed_placeholder';
  readonly message: string;
  readonly fix: string;
}

/** Maximum length in UTF-16 units; a script tag with its attributes has about a hundred. */
export const MAX_EMBED_LENGTH = 8_192;

const fault = (code: EmbedFault['code'], message: string, fix: string): EmbedFault => ({ code, message, fix });

/** Description of each error in a finding. */
export const EMBED_FAULTS = {
  tooLong: () =>
    fault(
      'embed_too_long',
      `The snippet has more than ${MAX_EMBED_LENGTH} characters.`,
      'Load what is long from host_origin.',
    ),
  malformed: () =>
    fault(
      'embed_malformed',
      'The snippet is no plain markup: a tag, an attribute or a script has no end, tags overlap, or there is a comment.',
      'Write elements with their ends and attributes, and nothing else.',
    ),
  element: (name: string) =>
    fault(
      'embed_element',
      `An embed may not hold <${name}>.`,
      'Use script, iframe, img, link, custom elements and plain text elements only.',
    ),
  attribute: (element: string, name: string) =>
    fault('embed_attribute', `<${element}> may not have this ${name}.`, 'Leave it out.'),
  handler: (element: string, name: string) =>
    fault('embed_handler', `<${element}> has the handler ${name}.`, 'Leave handlers to the script that you load.'),
  inlineScript: () =>
    fault(
      'embed_inline_script',
      'The snippet has a script of its own between <script> and </script>.',
      'Load the script from host_origin by src.',
    ),
  origin: (element: string, name: string) =>
    fault(
      'embed_origin',
      `<${element}> has ${name}, which is not an address of host_origin.`,
      'Load everything by its whole address from host_origin, or correct host_origin.',
    ),
  noPlaceholder: () =>
    fault(
      'embed_placeholder_missing',
      'The snippet has no {{scoped_token}}, so no token would reach it.',
      'Put {{scoped_token}} where the token belongs.',
    ),
  placeholder: () =>
    fault(
      'embed_placeholder',
      '{{scoped_token}} must stand once, as the whole value of a data- attribute or of an attribute of a custom element; no other "{{" may stand anywhere.',
      'Write data-token="{{scoped_token}}" on the element that your script reads, never in an address or in text.',
    ),
} as const;
