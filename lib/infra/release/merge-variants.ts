import * as z from 'zod';
import { allOf, type Expression } from './conditions.ts';

/** Part of a template; `undefined` where there is none. */
type Part = unknown;
/** A part of the template without each of some features, by their conditions. */
type Without = ReadonlyMap<string, Part>;
type Section = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const Section = z.record(z.string(), z.record(z.string(), z.unknown())).default({});
const Template = z.looseObject({ Resources: Section, Outputs: Section });

/** Variants of a template are written in the same order. */
const isSame = (one: Part, other: Part): boolean => JSON.stringify(one) === JSON.stringify(other);
const nothing = { Ref: 'AWS::NoValue' };

type Merged = Readonly<Record<string, unknown>> & {
  readonly Conditions: Readonly<Record<string, Expression>>;
};

/**
 * Merges variants of a template into one: what differs without a feature comes to depend on the condition of that
 * feature. Conditions of earlier features are asked first.
 * @param whole the template with all features
 * @param without the template without each feature, by its condition
 * @throws Error for a difference where CloudFormation takes no condition.
 */
export function mergeVariants(whole: object, without: ReadonlyMap<string, object>): Merged {
  const { Resources, Outputs, ...fixed } = Template.parse(whole);
  if ('Conditions' in fixed) throw new Error('the template has conditions of its own, which are not merged');
  const variants = [...without].map(([feature, variant]) => [feature, Template.parse(variant)] as const);
  for (const [feature, { Resources: _r, Outputs: _o, ...variant }] of variants)
    for (const name of Object.keys({ ...fixed, ...variant }))
      if (!isSame(fixed[name], variant[name])) throw new Error(`${name} differs without ${feature}`);
  const conditions = new Map<string, Expression>();
  const sectionsOf = (name: 'Resources' | 'Outputs') =>
    new Map(variants.map(([feature, variant]) => [feature, variant[name]]));
  const merged = {
    ...fixed,
    Resources: mergeSection(Resources, sectionsOf('Resources'), 'Properties', conditions),
    Outputs: mergeSection(Outputs, sectionsOf('Outputs'), 'Value', conditions),
  };
  return { ...merged, Conditions: Object.fromEntries(conditions) };
}

/**
 * Merges resources or outputs; one that is missing without features depends on all of them.
 * @param varying what of an entry may hold conditions
 */
function mergeSection(
  whole: Section,
  without: ReadonlyMap<string, Section>,
  varying: 'Properties' | 'Value',
  conditions: Map<string, Expression>,
): Section {
  const added = [...without.values()].flatMap((section) =>
    Object.keys(section).filter((id) => !(id in whole)),
  );
  if (added.length > 0) throw new Error(`exist only without a feature: ${added.join(', ')}`);
  return Object.fromEntries(
    Object.entries(whole).map(([id, entry]) => {
      const variants = new Map<string, Part>();
      const needed: string[] = [];
      for (const [feature, section] of without) {
        const variant = section[id];
        if (variant === undefined) needed.push(feature);
        else if (isSame(fixedOf(entry, varying, section), fixedOf(variant, varying, section)))
          variants.set(feature, variant[varying]);
        else throw new Error(`${id} differs without ${feature} in more than ${varying}`);
      }
      const Condition = needed.join('And');
      if (needed.length > 1) conditions.set(Condition, allOf(...needed));
      const merged = varying in entry && { [varying]: merge(entry[varying], variants) };
      return [id, { ...entry, ...merged, ...(Condition && { Condition }) }];
    }),
  );
}

/**
 * Returns what of an entry holds no conditions. CloudFormation itself ignores a dependency on a resource that its condition
 * leaves out.
 */
const fixedOf = (
  { DependsOn = [], ...entry }: Section[string],
  varying: string,
  present: Section,
): object => ({
  ...entry,
  [varying]: null,
  DependsOn: [DependsOn].flat().filter((other) => String(other) in present),
});

function merge(whole: Part, without: Without): Part {
  const differing = new Map([...without].filter(([, part]) => !isSame(part, whole)));
  if (differing.size === 0) return whole;
  const all = [whole, ...differing.values()];
  if (all.every(isRecord)) return mergeRecords(all, [...differing.keys()]);
  const lists = all.every((part) => Array.isArray(part)) ? mergeLists(all, [...differing.keys()]) : null;
  if (lists !== null) return lists;
  return [...differing].reduceRight<Part>(
    (otherwise, [feature, part]) => ({ 'Fn::If': [feature, otherwise ?? nothing, part ?? nothing] }),
    whole,
  );
}

/** Returns the parts without each feature, from the whole and those parts. */
const byFeature = ([whole, ...parts]: readonly Part[], features: readonly string[]): [Part, Without] => [
  whole,
  new Map(features.map((feature, index) => [feature, parts[index]])),
];

/** Reports whether a part is a record, and no function of CloudFormation. */
const isRecord = (part: Part): part is Readonly<Record<string, Part>> =>
  typeof part === 'object' &&
  part !== null &&
  !Array.isArray(part) &&
  !Object.keys(part).some((key) => key === 'Ref' || key.startsWith('Fn::'));

/** @param all the whole, and it without each of the features */
function mergeRecords(all: readonly Readonly<Record<string, Part>>[], features: readonly string[]): Part {
  const keys = new Set(all.flatMap((part) => Object.keys(part)));
  const valuesOf = (key: string) => all.map((part) => part[key]);
  return Object.fromEntries([...keys].map((key) => [key, merge(...byFeature(valuesOf(key), features))]));
}

/**
 * Merges lists, such as the statements of a policy: entries are those in the same place, or equal ones with what is
 * between them. Returns `null` for lists that have more between two equal ones than the whole.
 * @param all the whole, and it without each of the features
 */
function mergeLists(
  [whole = [], ...others]: readonly (readonly Part[])[],
  features: readonly string[],
): readonly Part[] | null {
  const aligned = others.map((list) => (list.length === whole.length ? list : align(whole, list)));
  if (aligned.includes(null)) return null;
  const entriesAt = (index: number) => [whole[index], ...aligned.map((list) => list?.[index])];
  return whole.map((_, index) => merge(...byFeature(entriesAt(index), features)));
}

/**
 * Returns the entries of a shorter list in the places of their equals in the whole, and those between two of them in the
 * first places there; `null` where these are too few.
 */
function align(whole: readonly Part[], list: readonly Part[]): readonly Part[] | null {
  const placed: Part[] = [];
  let next = 0;
  for (const entry of [...whole, end]) {
    const at = entry === end ? list.length : list.findIndex((other, i) => i >= next && isSame(other, entry));
    if (at < 0) {
      placed.push(undefined);
      continue;
    }
    const free = placed.findLastIndex((part) => part !== undefined) + 1;
    const between = list.slice(next, at);
    if (free + between.length > placed.length) return null;
    placed.splice(free, between.length, ...between);
    if (entry !== end) placed.push(list[at]);
    next = at + 1;
  }
  return placed;
}

const end = Symbol('end');
