import * as z from 'zod';
import { type Mismatch, pathInWords } from './mismatch.ts';
import { holdsId, unwrapped } from './schema-parts.ts';

/** The values that a required field may have. `null` means that there is none. */
type Requirement = 'value' | 'value or null';

const requirements = new WeakMap<z.ZodType, Requirement>();

function withRequirement<T extends z.ZodType>(requirement: Requirement, schema: T) {
  const field = schema.nullish();
  requirements.set(field, requirement);
  return field;
}

/**
 * Returns the schema of a field that the platform's document requires. A record without the field is still read, but lists
 * it in `unreadable`: its absence never means "none".
 */
export const required = <T extends z.ZodType>(schema: T) => withRequirement('value', schema);

/** Returns the schema of a required field in which `null` means "none". */
export const requiredOrNull = <T extends z.ZodType>(schema: T) => withRequirement('value or null', schema);

/** A required field that is absent, with the path of the record that it belongs to. */
export type AbsentField = { readonly path: Path; readonly owner: Path; readonly mismatch: Mismatch };
type Path = readonly PropertyKey[];

/** The required fields of an object and of the objects in it; `null` where there are none, so that nothing is searched. */
type Plan = {
  readonly isRecord: boolean;
  readonly own: readonly (readonly [name: string, requirement: Requirement])[];
  readonly within: readonly (readonly [name: string, plan: Plan])[];
} | null;

const plans = new WeakMap<z.ZodType, Plan>();

function buildRequirementPlan(schema: z.ZodType): Plan {
  const inner = unwrapped(schema);
  const element = inner instanceof z.ZodArray ? inner.element : null;
  if (element instanceof z.ZodType) return buildRequirementPlan(element);
  if (!(inner instanceof z.ZodObject)) return null;
  const known = plans.get(inner);
  if (known !== undefined) return known;
  const members = Object.entries(inner.shape).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
  const own = members.flatMap(([name, member]) => {
    const requirement = requirements.get(member);
    return requirement === undefined ? [] : [[name, requirement] as const];
  });
  const within = members.flatMap(([name, member]) => {
    const plan = buildRequirementPlan(member);
    return plan === null ? [] : [[name, plan] as const];
  });
  const plan = own.length + within.length === 0 ? null : { isRecord: holdsId(inner), own, within };
  plans.set(inner, plan);
  return plan;
}

/** Lists the required fields that a record lacks, at any depth. */
export function absentFields(schema: z.ZodType, record: unknown): readonly AbsentField[] {
  const plan = buildRequirementPlan(schema);
  if (plan === null) return [];
  const absent: AbsentField[] = [];
  search(plan, record, [], [], absent);
  return absent;
}

function search(
  plan: NonNullable<Plan>,
  value: unknown,
  prefix: Path,
  owner: Path,
  into: AbsentField[],
): void {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) search(plan, member, [...prefix, index], owner, into);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fieldOwner = plan.isRecord ? prefix : owner;
  for (const [name, requirement] of plan.own) {
    const field: unknown = Reflect.get(value, name);
    if (field !== undefined && (field !== null || requirement === 'value or null')) continue;
    const path = [...prefix, name];
    into.push({ path, owner: fieldOwner, mismatch: { path: pathInWords(path), because: 'is missing' } });
  }
  for (const [name, within] of plan.within)
    if (within !== null) search(within, Reflect.get(value, name), [...prefix, name], fieldOwner, into);
}
