import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { findProtectionReason } from '../../../lib/decide/actions/protection.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { ResourceId, toTarget } from '../../../lib/model/ids.ts';
import { matchesResource, protectsResource } from '../../../lib/model/rules/match.ts';
import type { Match } from '../../../lib/model/rules/rule-terms.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { Protection } from '../../../lib/state/policy.ts';
import { aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { at, type Story, tellStory } from '../../support/story.ts';
import { runs } from '../../support/tier.ts';

const why = (resource: Resource, ...protect: readonly Protection[]) =>
  findProtectionReason({
    policy: aPolicy({ protect: [...protect] }),
    overrides: [],
    target: lab,
    resource,
    now: noon,
  });

describe('protection holds however its keys and values are spelled, since the platform keeps letters as they are (invariant 3)', () => {
  const spellings = (...words: readonly string[]) =>
    fc
      .tuple(
        fc.constantFrom('', ' ', '-', '_', ' - ', '__', '.', ':', '/', '\u2060'),
        fc.func(fc.boolean()),
        fc.constantFrom('', ' ', '_', '\u200b'),
      )
      .map(([between, isUpper, edge]) => {
        const text = `${edge}${words.join(between)}${edge}`;
        return [...text].map((letter, place) => (isUpper(place) ? letter.toUpperCase() : letter)).join('');
      });

  it('metadata protects by any spelling of its keys', () => {
    const keys = fc.oneof(
      spellings('spendwatch'),
      spellings('spendwatch', 'keep'),
      spellings('spendwatch', 'keep', 'until'),
    );
    fc.assert(
      fc.property(keys, (key) => {
        expect(why(aVm({ metadata: { [key]: '2027-01-31T18:00:00Z' } }))).toContain('its metadata says');
      }),
      runs(200),
    );
  });

  it('a keep ends at its time by any spelling of its key', () => {
    fc.assert(
      fc.property(spellings('spendwatch', 'keep', 'until'), (key) => {
        expect(why(aVm({ metadata: { [key]: '2026-11-21T11:59:00Z' } }))).toBeNull();
      }),
      runs(100),
    );
  });

  it.each([
    [{ 'spendwatch-protect': 'yes' }, 'its metadata says spendwatch-protect: yes'],
    [{ 'Spendwatch Hold': '' }, 'its metadata says Spendwatch Hold: '],
    [
      { 'spendwatch-keep-until': '2026-01-01T00:00:00Z', 'Spendwatch-Keep-Until': '2026-12-01T00:00:00Z' },
      'its metadata says to keep it until 2026-12-01T00:00:00Z',
    ],
    [{ 'spendwatch-keep-until': '2026-01-01T00:00:00Z', Spendwatch: 'x' }, 'its metadata says Spendwatch: x'],
    // The address of a machine for its signals, and words that only begin alike, keep nothing.
    [{ 'spendwatch-address': '10.0.0.7' }, null],
    [{ 'Spendwatch Address': '10.0.0.7' }, null],
    [{ spendwatcher: 'keep' }, null],
    [{ 'my-spendwatch': 'keep' }, null],
  ])('%j: %s', (metadata, because) => {
    expect(why(aVm({ metadata }))).toBe(because);
  });

  const matching = (match: Match) => ({ kind: 'matching', match }) as const;
  it.each([
    [matching({ metadata: { env: 'production' } }), { metadata: { Env: 'Production' } }],
    [matching({ metadata: { Env: 'PRODUCTION' } }), { metadata: { env: 'production' } }],
    [matching({ metadata: { env: 'production' } }), { metadata: { env: ' production ' } }],
    [matching({ metadata: { 'cost-center': 'core*' } }), { metadata: { cost_center: 'Core Team' } }],
    [matching({ metadata: { costCenter: '*' } }), { metadata: { 'Cost Center': 'x' } }],
    [matching({ metadata: { env: 'pre-production' } }), { metadata: { env: 'Pre_Production' } }],
    [matching({ metadata: { env: 'production' } }), { metadata: { env: 'dev', ENV: 'production' } }],
    [matching({ id: 'prod-*' as never }), { id: ResourceId.parse('PROD_db') }],
    [matching({ createdBy: 'ada@example.com' }), { createdBy: 'Ada@Example.com' }],
    [matching({ gpuModel: '*h100*' }), { gpuModel: 'NVIDIA H100 80GB' }],
    [matching({ dataCenter: 'eu-*' }), { dataCenter: 'EU_West 1' }],
    [matching({ project: 'LAB' }), {}],
  ] satisfies [Protection, Partial<Resource>][])(
    'the policy protects by %j a VM with %j',
    (protection, vm) => {
      expect(why(aVm({ metadata: {}, ...vm }), protection)).toBe('the policy protects it');
    },
  );

  it.each([
    [matching({ metadata: { env: 'production' } }), { metadata: { env: 'prod' } }],
    [matching({ metadata: { env: 'production' } }), { metadata: { envs: 'production' } }],
    [matching({ metadata: { env: 'prod-*' } }), { metadata: { env: 'product' } }],
    [matching({ id: 'prod-*' as never }), { id: ResourceId.parse('product-1') }],
  ] satisfies [Protection, Partial<Resource>][])(
    'the policy does not protect by %j a VM with %j',
    (protection, vm) => {
      expect(why(aVm({ metadata: {}, ...vm }), protection)).toBeNull();
    },
  );

  it('a rule matches only the exact spelling, so that it never acts on more than it names', () => {
    const vm = aVm({ metadata: { Env: 'Dev' } });
    expect(matchesResource({ metadata: { env: 'dev' } }, toTarget(lab), vm, noon)).toBe(false);
    expect(protectsResource({ metadata: { env: 'dev' } }, toTarget(lab), vm, noon)).toBe(true);
  });
});

describe('a fleet whose people spell protection in many ways', () => {
  let story: Story | undefined;
  afterEach(() => story?.close());

  it('keeps every protected VM, and has an idle VM beside them stopped after 1 h 20 min', async () => {
    const before = '2026-03-01T08:00:00Z';
    const metadata = {
      plain: {},
      address: { 'Spendwatch-Address': '10.0.0.7' },
      exact: { spendwatch: 'keep' },
      capital: { Spendwatch: 'keep' },
      upper: { SPENDWATCH: 'keep' },
      until: { 'Spendwatch-Keep-Until': '2027-01-31T18:00:00Z' },
      policy: { ENV: 'Production' },
    };
    story = await tellStory({
      from: '2026-03-04T00:00:00Z',
      events: [
        happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
        happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
        ...Object.entries(metadata).map(([id, written]) => newVm(before, 'lab', id, { metadata: written })),
      ],
      policy: `
version: 1
mode: enforce
caps: { share: 100% }
protect: [{ metadata: { env: production } }]
rules:
  - { name: idle, idle: 1h, then: [{ stop: after 15m }] }
`,
    });
    await story.runUntil(at('2026-03-04T01:20:00Z'));
    const journal = await story.ledger.journal(lab, at(before), at('2026-03-05T00:00:00Z'));
    const stopped = journal.filter(({ event }) => event === 'requested').map(({ subject }) => subject);
    expect(stopped.toSorted()).toEqual(['project/lab/vm/address', 'project/lab/vm/plain']);
  });
});
