import { expect } from 'vitest';

export type Family = {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
};

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"';
const lines = {
  help: new RegExp(`^# HELP (${name}) (.+)$`),
  type: new RegExp(`^# TYPE (${name}) (gauge)$`),
  sample: new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`),
};

/**
 * Reads the part of OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/) that gauges need, and
 * rejects everything else: a split family, a sample of another family or without its type, repeated labels, a missing
 * end.
 */
export function parseOpenMetrics(text: string): ReadonlyMap<string, Family> {
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  const families = new Map<string, Family>();
  let help: readonly [string, string] | null = null;
  let current: { name: string; samples: Family['samples'][number][]; seen: Set<string> } | null = null;
  for (const line of text.slice(0, -'\n# EOF\n'.length).split('\n')) {
    const [, helped, words = ''] = lines.help.exec(line) ?? [];
    const [, typed, type = ''] = lines.type.exec(line) ?? [];
    const [, sampled, labels = ''] = lines.sample.exec(line) ?? [];
    if (helped !== undefined) {
      help = [helped, words];
      current = null;
    } else if (typed !== undefined) {
      if (help?.[0] !== typed || families.has(typed)) throw new Error(`out of place: ${line}`);
      current = { name: typed, samples: [], seen: new Set() };
      families.set(typed, { name: typed, type, help: help[1], samples: current.samples });
    } else if (sampled !== undefined && current?.name === sampled) {
      const found = [...labels.matchAll(new RegExp(label, 'g'))].map(([, key = '', value = '']) => [
        key,
        unescaped(value),
      ]);
      const of = Object.fromEntries(found);
      const key = JSON.stringify(Object.entries(of).sort());
      if (current.seen.has(key) || Object.keys(of).length !== found.length) throw new Error(`twice: ${line}`);
      current.seen.add(key);
      current.samples.push({ labels: of, value: Number(line.slice(line.lastIndexOf(' ') + 1)) });
    } else throw new Error(`no line of OpenMetrics: ${line}`);
  }
  return families;
}

const unescaped = (text: string): string =>
  text.replace(/\\(["\\n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
