/** Whether two JSON values are equal; the order of keys does not matter, and absent equals undefined. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => sameJson(item, b[i]));
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key of Object.keys(left)) if (!sameJson(left[key], own(right, key))) return false;
  for (const key of Object.keys(right)) if (right[key] !== undefined && own(left, key) === undefined) return false;
  return true;
}

/** An own property of the object, not an inherited one such as toString. */
function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
