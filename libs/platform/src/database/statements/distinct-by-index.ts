/**
 * A recursive part of `with recursive`: the distinct values of `column`, as `id`, of the rows of `table` that meet `where`,
 * in steps of one value through an index that begins with it, however many rows have the value. The last row is null.
 */
export const distinctByIndex = (name: string, table: string, column: string, where: string): string =>
  `${name}(id) as (
    (select ${column} from ${table} where ${where} order by ${column} limit 1)
    union all select (select t.${column} from ${table} t where ${where} and t.${column} > ${name}.id order by t.${column} limit 1) from ${name} where ${name}.id is not null)`;
