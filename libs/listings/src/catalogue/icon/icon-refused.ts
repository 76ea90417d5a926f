/** Why an icon is not served, one sentence for its author. */
export class IconRefused extends Error {
  override readonly name = 'IconRefused';
}
