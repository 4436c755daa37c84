import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isText } from '../../../lib/infra/release/conditions.ts';
import { mergeVariants } from '../../../lib/infra/release/merge-variants.ts';
import { evaluated } from './evaluated-template.ts';

const features = ['HasOne', 'HasTwo', 'HasThree'];
const Parameters = Object.fromEntries(features.map((name) => [name, { Type: 'String', Default: 'true' }]));
const own = Object.fromEntries(features.map((name) => [name, isText(name, 'true')]));
const variants = (...made: readonly object[]) =>
  new Map(made.map((variant, index) => [features[index] ?? '', variant]));
const role = { Type: 'AWS::IAM::Role', Properties: { Path: '/' } };

describe('variants of a template', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const part = fc.letrec((tie) => ({
    part: fc.oneof({ maxDepth: 3, withCrossShrink: true }, word, tie('record'), tie('list')),
    record: fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('part')),
    list: fc.array(tie('part'), { maxLength: 4 }),
  })).part;
  const variant = fc.record(
    {
      First: fc.record({ Type: fc.constant('T'), Properties: fc.dictionary(word, part) }),
      Second: fc.record({ Type: fc.constant('T'), Properties: fc.dictionary(word, part) }),
    },
    { requiredKeys: ['First'] },
  );

  it('are each what the merged template comes to without that feature, whatever differs', () => {
    const same = fc.property(variant, variant, variant, variant, (more, ...less) => {
      const whole = { Resources: { Second: { Type: 'T', Properties: {} }, ...more } };
      const { Conditions, ...merged } = mergeVariants(
        whole,
        variants(...less.map((Resources) => ({ Resources }))),
      );
      const template = { ...merged, Parameters, Conditions: { ...own, ...Conditions } };
      expect(evaluated(template, {}).Resources).toEqual(whole.Resources);
      for (const [index, Resources] of less.entries())
        expect(evaluated(template, { [features[index] ?? '']: 'false' }).Resources).toEqual(Resources);
    });
    fc.assert(same);
  });

  it.each<readonly [string, object, object, string]>([
    ['a resource', {}, { Resources: { Role: role } }, 'only without a feature: Role'],
    ['an output', {}, { Outputs: { Role: { Value: 'r' } } }, 'only without a feature: Role'],
    ['a mapping', {}, { Mappings: { Prices: {} } }, 'Mappings differs without HasOne'],
    [
      'a condition',
      { Conditions: { IsChina: {} } },
      { Conditions: { IsChina: {} } },
      'conditions of its own',
    ],
    [
      'the type of a resource',
      { Resources: { Role: role } },
      { Resources: { Role: { ...role, Type: 'AWS::IAM::User' } } },
      'Role differs without HasOne in more than Properties',
    ],
    [
      'whether it is kept',
      { Resources: { Role: { ...role, DeletionPolicy: 'Retain' } } },
      { Resources: { Role: role } },
      'Role differs without HasOne in more than Properties',
    ],
    [
      'what it waits for',
      { Resources: { Role: role, Other: role } },
      { Resources: { Role: { ...role, DependsOn: ['Other'] }, Other: role } },
      'Role differs without HasOne in more than Properties',
    ],
    [
      'what an output says of itself',
      { Outputs: { Role: { Value: 'r', Description: 'one' } } },
      { Outputs: { Role: { Value: 'r', Description: 'other' } } },
      'Role differs without HasOne in more than Value',
    ],
  ])('are refused where no condition can take up the difference: %s', (_, whole, without, because) => {
    expect(() => mergeVariants(whole, variants(without))).toThrow(because);
  });

  it('may wait for what is only there with a feature', () => {
    const whole = { Resources: { Role: { ...role, DependsOn: ['Other'] }, Other: role } };
    expect(mergeVariants(whole, variants({ Resources: { Role: role } }))).toMatchObject({
      Resources: { Role: { DependsOn: ['Other'] }, Other: { Condition: 'HasOne' } },
    });
  });
});
