import type { Policy } from '../../model/rules/policy.ts';
import { explain, type Fault, pathInWords } from './explain.ts';
import { type Mistake, PolicyError } from './policy-error.ts';
import { PolicyFile } from './policy-file.ts';
import { readYaml, type YamlData } from './yaml-source.ts';

/**
 * Reads a rules file. `file` is its name in what is said of mistakes.
 * @throws PolicyError with every mistake at once, in the order of the text.
 */
export function readPolicy(text: string, file: string): Policy {
  const { faults, data } = readYaml(text);
  const mistakes: Mistake[] = faults.map((fault) => ({ ...fault, path: '' }));
  if (data === undefined) throw new PolicyError(file, mistakes);
  // What is no mapping is another file, such as one with a key: nothing of it is repeated.
  if (data.value !== null && typeof data.value !== 'object')
    throw new PolicyError(file, [{ line: 1, column: 1, path: '', message: notAPolicy }]);
  const read = PolicyFile.safeParse(data.value ?? {});
  const found = [
    ...(read.success ? [] : explain(read.error.issues, data.value)),
    ...repeatedNames(data.value),
  ];
  mistakes.push(...placed(data, found));
  if (read.success && mistakes.length === 0) return read.data;
  throw new PolicyError(file, mistakes.toSorted(asInTheText));
}

const notAPolicy = 'this is no policy, which is a mapping that begins with a line such as version: 1';

/** Where in a text that can be read the things are that are said of it, in its order. */
export function placedIn(text: string, faults: readonly Fault[]): Mistake[] {
  const { data } = readYaml(text);
  return data === undefined ? [] : placed(data, faults).toSorted(asInTheText);
}

const placed = (data: YamlData, faults: readonly Fault[]): Mistake[] =>
  faults.map(({ path, part, message }) => ({
    ...data.placeOf(path, part),
    path: pathInWords(path),
    message,
  }));

const asInTheText = (left: Mistake, right: Mistake): number =>
  left.line - right.line || left.column - right.column;

/** A rule's name is its identity: alerts and messages go by it. */
function repeatedNames(value: unknown): readonly Fault[] {
  const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined;
  if (!Array.isArray(rules)) return [];
  const names = rules.map((rule: unknown) =>
    typeof rule === 'object' && rule !== null && 'name' in rule ? rule.name : undefined,
  );
  return names.flatMap((name, index): Fault[] => {
    const first = names.indexOf(name);
    if (typeof name !== 'string' || first === index) return [];
    return [{ path: ['rules', index, 'name'], part: 'value', message: `is the name of rules[${first}] too` }];
  });
}
