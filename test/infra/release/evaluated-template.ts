import * as z from 'zod';

type Values = Readonly<Record<string, string>>;
const Entry = z.looseObject({ Condition: z.string().optional(), DependsOn: z.unknown().optional() });
const Section = z.record(z.string(), Entry).default({});
const Parameter = z.looseObject({
  Type: z.string(),
  Default: z.string().optional(),
  AllowedValues: z.array(z.string()).optional(),
  AllowedPattern: z.string().optional(),
});
const Rule = z.object({
  RuleCondition: z.unknown(),
  Assertions: z.array(z.object({ Assert: z.unknown(), AssertDescription: z.string() })),
});

/** The parts of a template that deployments differ in. */
export const TemplateParts = z.looseObject({
  Parameters: z.record(z.string(), Parameter).default({}),
  Rules: z.record(z.string(), Rule).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: Section,
  Outputs: Section,
});
export type TemplateParts = z.infer<typeof TemplateParts>;

/** What CloudFormation makes of a template with some parameters, in an account of the tests. */
export type Evaluated = {
  readonly Resources: Readonly<Record<string, unknown>>;
  readonly Outputs: Readonly<Record<string, unknown>>;
};

const pseudo: Values = {
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::StackId': 'arn:aws:cloudformation:eu-west-1:123456789012:stack/costs/11111111-2222',
  'AWS::StackName': 'costs',
};
const absent = Symbol('no value');

/**
 * Evaluates a template as CloudFormation does: parameters, rules, conditions and functions. What resources only have once they
 * are there is shown as their name and the attribute.
 * @throws Error for a value that a parameter does not take, or a rule that is broken.
 */
export function evaluated(template: unknown, given: Values): Evaluated {
  const { Parameters, Rules, Conditions, Resources, Outputs } = TemplateParts.parse(template);
  const values: Record<string, string> = { ...pseudo };
  for (const [name, parameter] of Object.entries(Parameters)) {
    const value = given[name] ?? parameter.Default;
    if (value === undefined) throw new Error(`${name} is needed`);
    const fits = parameter.AllowedPattern === undefined || new RegExp(parameter.AllowedPattern).test(value);
    if (!fits || parameter.AllowedValues?.includes(value) === false)
      throw new Error(`${name} cannot be ${value}`);
    values[name] = value;
  }
  const holds = (name: string): boolean => Boolean(resolve(Conditions[name]));

  /** What each function gives for its arguments. */
  const functions: Readonly<Record<string, (args: unknown) => unknown>> = {
    Ref: (name) => (name === 'AWS::NoValue' ? absent : (values[String(name)] ?? `<${name}>`)),
    Condition: (name) => holds(String(name)),
    'Fn::GetAtt': (args) => `<${[args].flat().join('.')}>`,
    'Fn::If': (args) => {
      const [condition, then, otherwise] = z.tuple([z.string(), z.unknown(), z.unknown()]).parse(args);
      return resolve(holds(condition) ? then : otherwise);
    },
    'Fn::Equals': (args) => {
      const [one, other] = list(args);
      return String(one) === String(other);
    },
    'Fn::Not': (args) => !list(args)[0],
    'Fn::And': (args) => list(args).every(Boolean),
    'Fn::Or': (args) => list(args).some(Boolean),
    'Fn::Join': (args) => {
      const [separator, parts] = list(args);
      return z.array(z.unknown()).parse(parts).join(String(separator));
    },
    'Fn::Split': (args) => {
      const [separator, text] = list(args);
      return String(text).split(String(separator));
    },
    'Fn::Select': (args) => {
      const [index, parts] = list(args);
      return z.array(z.unknown()).parse(parts)[Number(index)];
    },
    'Fn::Sub': (args) => {
      const [text, own = {}] = [args].flat();
      const known = { ...values, ...z.record(z.string(), z.string()).parse(resolve(own)) };
      return String(text).replaceAll(/\$\{(!?)([\w:.]+)\}/g, (_, literal, name) =>
        literal ? `\${${name}}` : (known[name] ?? `<${name}>`),
      );
    },
  };
  const list = (args: unknown): unknown[] => z.array(z.unknown()).parse(args).map(resolve);

  function resolve(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolve).filter((entry) => entry !== absent);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part);
    const [[name = '', args] = []] = entries;
    const call = entries.length === 1 ? functions[name] : undefined;
    // A policy has conditions of its own, which are records.
    if (call && !(name === 'Condition' && typeof args !== 'string')) return call(args);
    const resolved = entries.map(([key, value]) => [key, resolve(value)] as const);
    return Object.fromEntries(resolved.filter(([, value]) => value !== absent));
  }

  for (const { RuleCondition, Assertions } of Object.values(Rules))
    for (const { Assert, AssertDescription } of Assertions)
      if (resolve(RuleCondition) && !resolve(Assert)) throw new Error(AssertDescription);

  const present = (section: z.infer<typeof Section>) =>
    Object.entries(section).filter(([, { Condition }]) => Condition === undefined || holds(Condition));
  const resources = new Set(present(Resources).map(([id]) => id));
  const section = (entries: ReturnType<typeof present>) =>
    Object.fromEntries(
      entries.map(([id, { Condition: _, DependsOn, ...entry }]) => {
        // What a condition leaves out is not waited for.
        const after = [DependsOn ?? []].flat().filter((other) => resources.has(String(other)));
        const dependent = after.length > 0 && { DependsOn: after.toSorted() };
        return [id, { ...z.record(z.string(), z.unknown()).parse(resolve(entry)), ...dependent }];
      }),
    );
  const made = { Resources: section(present(Resources)), Outputs: section(present(Outputs)) };
  const [dangling] = [...JSON.stringify(made).matchAll(/<(Spendwatch\w+)[.>]/g)].filter(
    ([, id = '']) => !resources.has(id),
  );
  if (dangling) throw new Error(`${dangling[1]} is referred to, and not there`);
  return made;
}
