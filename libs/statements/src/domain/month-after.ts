/** The next month (YYYY-MM). */
export function monthAfter(month: string): string {
  const [year, nth] = month.split('-').map(Number) as [number, number];
  return nth === 12 ? `${year + 1}-01` : `${year}-${String(nth + 1).padStart(2, '0')}`;
}
