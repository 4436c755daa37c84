import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import type { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';

export type Schema = {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** A key of a schema, and the least policy that has a value there. */
export type Place = {
  readonly path: readonly string[];
  readonly property: Schema;
  readonly within: (value: unknown) => object;
};

type Whole = ReturnType<typeof policySchema>;
/** As it is published: plain JSON. */
export const plain = (schema: Whole): Schema => JSON.parse(JSON.stringify(schema));

export const ruleSchemas = (schema: Whole): readonly Schema[] =>
  plain(schema).properties?.['rules']?.items?.anyOf ?? [];

export function placesIn(schema: Whole): Place[] {
  const { rules: _, ...others } = plain(schema).properties ?? {};
  const least = { version: 1, rules: [{ name: 'forgotten machines', idle: '4h' }] };
  return [
    ...placesUnder({ properties: others }, [], (given) => ({ ...least, ...Object(given) })),
    ...ruleSchemas(schema).flatMap((rule) =>
      placesUnder(rule, ['rules', String(rule.title)], (given) => ({
        version: 1,
        rules: [{ ...Object(rule.examples?.[0]), ...beside(given), ...Object(given) }],
      })),
    ),
  ];
}

/** A budget that starts on a weekday is one of a week; the terms of learned rules stand beside no window. */
const beside = (given: unknown): object => ({
  ...(typeof Object(given).starts === 'string' && { budget: '700 USD a week' }),
  ...(Object.keys(Object(given)).some((key) => termsOfLearned.includes(key)) && { idle: 'learned' }),
});
export const termsOfLearned: readonly string[] = ['within', 'risk', 'until-known'];

function placesUnder({ properties = {} }: Schema, path: readonly string[], around: Place['within']): Place[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const here = [...path, key];
    const within = (value: unknown) => around({ [key]: value });
    // A daily report must say when it comes.
    const inner = (value: unknown) => within(key === 'digest' ? { at: '08:00', ...Object(value) } : value);
    // A route must say where it leads.
    const item = (value: unknown) => within([key === 'routes' ? { to: 'sns', ...Object(value) } : value]);
    return [
      { path: here, property, within },
      ...placesUnder(property, here, inner),
      ...(property.items === undefined ? [] : placesUnder(property.items, here, item)),
      ...(property.items?.anyOf ?? []).flatMap((step) => placesInStep(step, here, within)),
    ];
  });
}

function placesInStep(step: Schema, path: readonly string[], within: Place['within']): Place[] {
  const least: object = Object(step.examples?.[0]);
  const [key = ''] = Object.keys(least);
  const before = path.includes('waste') ? restsOn(key).slice(1) : restsOn(key);
  return placesUnder(step, [...path, key], (given) => within([...before, { ...least, ...Object(given) }]));
}

/** The steps without which another one is a mistake; waste is already at rest. */
function restsOn(key: string): object[] {
  const stop = { stop: 'after 1h' };
  if (key === 'terminate') return [stop, { image: 'after 1d' }];
  return key === 'image' || key === 'start' ? [stop] : [];
}

export function isRead(text: string): boolean {
  try {
    readPolicy(text, 'policy.yaml');
    return true;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}
