/** Appends one key or index to a JSON pointer (RFC 6901). */
export function childPointer(pointer: string, key: string | number): string {
  if (typeof key === 'string' && (key.includes('~') || key.includes('/')))
    return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return `${pointer}/${key}`;
}

/** Splits a JSON pointer into its unescaped keys. */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
