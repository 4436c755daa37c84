import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { RuleKind } from '../../../lib/rules/terms.ts';
import { runs, scaled } from '../../support/tier.ts';
import { isRead, placesIn, ruleSchemas, type Schema } from './schema-places.ts';

const schema = policySchema();
// A format that editors know nothing of, or a keyword that is none, would be an error here.
const fits = new Ajv({ strict: true, strictTypes: false, allErrors: true }).compile(schema);
const example = readFileSync(new URL('../../../docs/spendwatch.example.yaml', import.meta.url), 'utf8');
const anyPolicy = { version: 1, rules: [{ name: 'a rule', idle: '4h' }] };
const policyOf = (rule: object) => ({ version: 1, rules: [rule] });
/** The shortest rule of each kind, as its schema gives it. */
const shortest = ruleSchemas(schema).map((rule): [string, Record<string, unknown>] => [
  String(rule.title),
  Object(rule.examples?.[0]),
]);

describe('the schema of a policy', () => {
  it('has a form for every kind of rule', () => {
    expect(shortest.map(([kind]) => kind).toSorted()).toEqual(RuleKind.options.toSorted());
  });

  it('accepts the example policy', () => {
    expect(fits(parse(example))).toBe(true);
    expect(example).toMatch(/^# yaml-language-server: \$schema=\.\/policy-schema\.json\n/);
  });

  it('describes every key', () => {
    const silent = placesIn(schema).filter(
      ({ property }) =>
        property.description === undefined && property.anyOf?.every((one) => one.description) !== true,
    );
    expect(silent.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it.each(shortest)('gives an example of a rule on %s that is read', (_, rule) => {
    expect(isRead(stringify(policyOf(rule)))).toBe(true);
    expect(fits(policyOf(rule))).toBe(true);
  });

  /** What a schema itself offers to be written at a place. */
  const offered = ({ examples = [], enum: words = [], ...one }: Schema): unknown[] => [
    ...examples,
    ...words,
    ...('default' in one ? [one.default] : []),
    ...('const' in one ? [one.const] : []),
    ...(one.anyOf ?? []).flatMap(offered),
  ];
  const offers = placesIn(schema).flatMap(({ path, property, within }) =>
    offered(property).map((value) => ({ path: path.join('.'), value, document: within(value) })),
  );

  it('offers completions at most places, and only those that the reader accepts', () => {
    expect(offers.length).toBeGreaterThan(150);
    const refused = offers.filter(({ document }) => !isRead(stringify(document)) || !fits(document));
    expect(refused.map(({ path, value }) => ({ path, value }))).toEqual([]);
  });

  const anyValue = fc.oneof(
    fc.constantFrom(...offers.map(({ value }) => value)),
    fc.constantFrom<unknown>(null, 0, 1, 15, true, '', '4', '1e3 USD', '0.5x', [], {}, 'x#y', '31d', [
      '4h',
      '4h',
    ]),
  );

  it('is never stricter than the reader', () => {
    const anyRule = fc
      .tuple(
        fc.constantFrom(...ruleSchemas(schema)),
        fc.constantFrom(...shortest.map(([, rule]) => rule)),
        fc.array(fc.tuple(fc.nat(20), anyValue), { maxLength: 3 }),
      )
      .map(([form, rule, changes]) => {
        const keys = Object.keys(form.properties ?? {});
        const own = shortest.find(([kind]) => kind === form.title)?.[1] ?? rule;
        return {
          ...own,
          ...Object.fromEntries(changes.map(([at, value]) => [keys[at % keys.length], value])),
        };
      });
    let taken = 0;
    fc.assert(
      fc.property(anyRule, (rule) => {
        const document = policyOf(rule);
        if (!isRead(stringify(document))) return;
        taken += 1;
        expect(fits(document), JSON.stringify(document)).toBe(true);
      }),
      runs(1_000),
    );
    expect(taken).toBeGreaterThan(scaled(100));
  });

  it.each([
    ['an unknown key', { ...anyPolicy, timezne: 'UTC' }],
    ['no version', { rules: anyPolicy.rules }],
    ['another version', { ...anyPolicy, version: 2 }],
    ['no rules', { version: 1 }],
    ['an empty list of rules', { version: 1, rules: [] }],
    ['rules that are no list', { version: 1, rules: anyPolicy.rules[0] }],
    ['an unknown mode', { ...anyPolicy, mode: 'enforced' }],
    ['a cap of the wrong type', { ...anyPolicy, caps: { 'per-run': '5' } }],
    ['a share without its unit', { ...anyPolicy, caps: { share: 25 } }],
    ['a set in a glob', { ...anyPolicy, protect: [{ project: 'prod-[ab]' }] }],
    ['an unknown protection', { ...anyPolicy, protect: [{ projects: 'prod-*' }] }],
    ['a route to nowhere', { ...anyPolicy, alerts: { routes: [{ to: 'fax' }] } }],
    ['a rule that is text', { version: 1, rules: ['idle: 4h'] }],
    ['invalid business hours', { ...anyPolicy, 'business-hours': '9 to 5' }],
    ['an unknown step', policyOf({ name: 'a', idle: '4h', then: [{ delete: 'after 1h' }] })],
    ['a step of another kind of rule', policyOf({ name: 'a', idle: '4h', then: [{ start: true }] })],
    [
      'two steps in one',
      policyOf({ name: 'a', idle: '4h', then: [{ stop: 'after 1h', image: 'after 7d' }] }),
    ],
    ['a step without its time', policyOf({ name: 'a', idle: '4h', then: [{ stop: '1h' }] })],
    ['a rule that watches nothing', policyOf({ name: 'a' })],
    ['a rule that watches two things', policyOf({ name: 'a', idle: '4h', waste: 'all' })],
    ...shortest.flatMap(([kind, { name, ...rest }]): [string, object][] => [
      [`${kind} without a name`, policyOf(rest)],
      [`${kind} with a name of a wrong type`, policyOf({ name: 7, ...rest })],
      [`${kind} with an unknown key`, policyOf({ name, ...rest, colour: 'red' })],
      [`${kind} of a wrong type`, policyOf({ name, [kind]: 4 })],
      [`${kind} of nothing`, policyOf({ name, [kind]: null })],
      [`${kind} with a match of a wrong type`, policyOf({ name, ...rest, match: 'research-*' })],
      [`${kind} with an unknown key in its match`, policyOf({ name, ...rest, match: { colour: 'red' } })],
    ]),
  ])('refuses what the reader refuses for its form: %s', (_, document) => {
    expect(isRead(stringify(document))).toBe(false);
    expect(fits(document)).toBe(false);
  });
});
