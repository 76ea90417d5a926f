/** Type ids of PostgreSQL whose values are right-aligned: int8, int2, int4, oid, float4, float8, numeric. */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

const shown = (value) => (value === null ? 'NULL' : value);
const counted = (count) => `(${count} ${count === 1 ? 'row' : 'rows'})`;

/**
 * A result as text: columns under their names, a value of several lines over several lines.
 * fields: [{ name, dataTypeID }], rows: arrays of texts or null. expanded: one line per value instead.
 */
export function tableOf({ fields, rows }, { expanded = false } = {}) {
  if (expanded) return expandedTable(fields, rows);
  const cells = rows.map((row) => row.map((value) => shown(value).split('\n')));
  const widths = fields.map(({ name }, column) =>
    Math.max(width(name), ...cells.flatMap((row) => row[column].map(width))),
  );
  const line = (texts, at) =>
    ` ${texts.map((text, column) => at(text, widths[column], fields[column])).join(' | ')}`.trimEnd();
  const lines = [
    line(
      fields.map(({ name }) => name),
      left,
    ),
    `-${widths.map((size) => '-'.repeat(size)).join('-+-')}-`,
  ];
  for (const row of cells)
    for (let part = 0; part < Math.max(1, ...row.map((value) => value.length)); part += 1)
      lines.push(
        line(
          row.map((value) => value[part] ?? ''),
          aligned,
        ),
      );
  return [...lines, counted(rows.length)].join('\n');
}

function expandedTable(fields, rows) {
  const size = Math.max(0, ...fields.map(({ name }) => width(name)));
  const indent = `\n${' '.repeat(size)} | `;
  const records = rows.flatMap((row, index) => [
    `-[ ${index + 1} ]-`,
    ...row.map((value, column) => `${left(fields[column].name, size)} | ${shown(value).replaceAll('\n', indent)}`),
  ]);
  return [...records, counted(rows.length)].join('\n');
}

const width = (text) => [...text].length;
const left = (text, size) => text + ' '.repeat(size - width(text));
const aligned = (text, size, { dataTypeID }) =>
  NUMBERS.has(dataTypeID) ? ' '.repeat(size - width(text)) + text : left(text, size);
