import type { Policy } from '../../state/policy.ts';
import { explain, type Fault, pathInWords } from './explain.ts';
import { type Mistake, PolicyError } from './policy-error.ts';
import { PolicyFile } from './policy-file.ts';
import { readYaml, type YamlData } from './yaml-source.ts';

/**
 * Reads a policy file. `file` is its name in error messages.
 * @throws PolicyError with every mistake at once, in the order of the text.
 */
export function readPolicy(text: string, file: string): Policy {
  const { faults, data } = readYaml(text);
  const mistakes: Mistake[] = faults.map((fault) => ({ ...fault, path: '' }));
  if (data === undefined) throw new PolicyError(file, mistakes);
  // Anything but a mapping is another file, perhaps with a key: the message must not repeat any of it.
  if (data.value !== null && typeof data.value !== 'object')
    throw new PolicyError(file, [{ line: 1, column: 1, path: '', message: notAPolicy }]);
  const read = PolicyFile.safeParse(data.value ?? {});
  const allFaults = [
    ...(read.success ? [] : explain(read.error.issues, data.value)),
    ...repeatedNames(data.value),
  ];
  mistakes.push(...placed(data, allFaults));
  if (read.success && mistakes.length === 0) return read.data;
  throw new PolicyError(file, mistakes.toSorted(asInTheText));
}

const notAPolicy = 'not a policy: a policy is a mapping that begins with a line such as version: 1';

/** Returns the places of faults in a readable text, in the order of the text. */
export function locateMistakes(text: string, faults: readonly Fault[]): Mistake[] {
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

/** Returns a fault for each repeated name, because alerts and messages identify a rule by its name. */
function repeatedNames(value: unknown): readonly Fault[] {
  const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined;
  if (!Array.isArray(rules)) return [];
  const names = rules.map((rule: unknown) =>
    typeof rule === 'object' && rule !== null && 'name' in rule ? rule.name : undefined,
  );
  return names.flatMap((name, index): Fault[] => {
    const first = names.indexOf(name);
    if (typeof name !== 'string' || first === index) return [];
    return [
      { path: ['rules', index, 'name'], part: 'value', message: `is also the name of rules[${first}]` },
    ];
  });
}
