/** The row from which a view is read: with the columns `Dates` as dates, where the view has text. */
export type RowOf<View, Dates extends keyof View = never> = Omit<View, Dates> & {
  [Column in Dates]: null extends View[Column] ? Date | null : Date;
};

type IsoDate<Value> = Value extends Date ? string : Value;

/** A row as an answer states it: its dates as ISO 8601 text, everything else as it is. */
export function isoDates<Row extends object>(row: Row): { [Column in keyof Row]: IsoDate<Row[Column]> } {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(columns) as { [Column in keyof Row]: IsoDate<Row[Column]> };
}

/** A row of an entity's table as a query returns it: by the names of its columns, amounts as decimal text. */
export type ColumnsOf<Entity> = {
  [Name in keyof Entity & string as ColumnName<Name>]: Entity[Name] extends bigint | null
    ? AsText<Entity[Name]>
    : Entity[Name];
};

type AsText<Value> = Value extends bigint ? string : Value;

type ColumnName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';
