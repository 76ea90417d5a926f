import fs from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that this process, its descendants and those of them that have ended have used so far; undefined where the
 * system does not report it (anywhere but Linux). A process that ends after its parent is not counted: most of a
 * browser's processes.
 */
export function cpuSeconds(pid = process.pid) {
  const table = processes();
  if (!table) return undefined;
  const children = groupByParent(table);
  const ticks = (one) => one.ticks + (children.get(one.pid) ?? []).reduce((sum, child) => sum + ticks(child), 0);
  const self = table.get(pid);
  return self ? ticks(self) / TICKS_PER_SECOND : undefined;
}

function processes() {
  if (process.platform !== 'linux') return undefined;
  const table = new Map();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the name, which may hold anything: state, parent, ...; utime, stime, cutime and cstime are 12 to 15.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      table.set(Number(name), { pid: Number(name), parent: Number(fields[1]), ticks });
    } catch {
      // ended meanwhile: its parent counts it
    }
  }
  return table;
}

function groupByParent(table) {
  const groups = new Map();
  for (const one of table.values()) groups.set(one.parent, [...(groups.get(one.parent) ?? []), one]);
  return groups;
}
