import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveAbsences, type RecordLookup, type ResourceListing } from '../../lib/clouds/absence.ts';
import { type Part, partOf } from '../../lib/model/facts/observation.ts';
import { type Resource, toResourceKey } from '../../lib/model/facts/resource.ts';
import { ResourceId } from '../../lib/model/ids.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { aVm, noon } from '../support/builders/observation-builders.ts';

const resource = (key: string, overrides: Partial<Resource> = {}): Resource => {
  const [kind, id] = key.split('/');
  return {
    ...aVm({ seenAt: earlier(noon, minutes(5)) }),
    kind: kind as 'vm',
    id: ResourceId.parse(id),
    ...overrides,
  };
};
/** A complete list of one kind; `isWhole` is false where one of its records could not be read. */
const list = (kind: Resource['kind'], ids: readonly string[], isWhole = true): ResourceListing => ({
  part: partOf[kind],
  kinds: [kind],
  answer: {
    kind: 'answered',
    value: ids.map((id) => resource(`${kind}/${id}`, { seenAt: noon })),
    flaws: isWhole ? [] : [{ kind: 'record', operation: 'list', path: 'items[0]', because: 'no id' }],
  },
});
const exists: (of: Resource) => RecordLookup = (of) => ({
  kind: 'exists',
  resources: [{ ...of, seenAt: noon }],
});
const answers = {
  exists,
  gone: () => ({ kind: 'gone' }),
  unsupported: () => ({ kind: 'unsupported' }),
  unknown: () => ({ kind: 'unknown', because: 'getVm: 503' }),
} as const satisfies Record<string, (of: Resource) => RecordLookup>;

describe('a resource that a complete list no longer holds (invariant 22)', () => {
  const before = [resource('vm/kept'), resource('vm/lost')];
  const proven = (answer: RecordLookup, known = before, lists = [list('vm', ['kept'])]) =>
    proveAbsences(known, lists, noon, async () => answer);

  it('is gone where a read by its id does not find it', async () => {
    expect(await proven({ kind: 'gone' })).toEqual({
      gone: new Set(['vm/lost']),
      existing: [],
      doubts: new Map(),
    });
  });

  it('is kept as it was just read where it exists, and the list counts as incomplete', async () => {
    const lost = resource('vm/lost', { seenAt: noon });
    expect(await proven({ kind: 'exists', resources: [lost] })).toEqual({
      gone: new Set(),
      existing: [lost],
      doubts: new Map([['vms', 'the list no longer includes vm/lost (it exists)']]),
    });
  });

  it('is not gone where the reply is another record, and a machine is gone where its cluster lacks it', async () => {
    const other = await proven({ kind: 'exists', resources: [resource('vm/other')] });
    expect([other.gone.size, other.existing]).toEqual([0, []]);
    const cluster = ResourceId.parse('big');
    const node = resource('cluster-machine/node', { cluster });
    const { gone } = await proven(
      { kind: 'exists', resources: [resource('cluster/big')] },
      [node],
      [list('cluster', ['big']), list('cluster-machine', [])],
    );
    expect(gone).toEqual(new Set(['cluster-machine/node']));
  });

  it('is not gone where it cannot be read, whatever the reason', async () => {
    const { gone, doubts } = await proven({ kind: 'unknown', because: 'getVm: 401' });
    expect([gone.size, doubts.get('vms')]).toEqual([0, 'the list no longer includes vm/lost (getVm: 401)']);
  });

  it('is not read where it was seen deleted before, or where its list is incomplete', async () => {
    const deleted = resource('vm/lost', { activity: 'gone' });
    const refused = () => expect.fail('it was read');
    expect((await proveAbsences([deleted], [list('vm', [])], noon, refused)).doubts.size).toBe(0);
    expect((await proveAbsences(before, [list('vm', [], false)], noon, refused)).doubts.size).toBe(0);
  });

  it('of a kind that is not read by id is gone when its lists have lacked it for three hours', async () => {
    const unsupported = { kind: 'unsupported' } as const;
    const verdictOf = async (unlistedFor: number | null) => {
      const since = unlistedFor === null ? {} : { unlistedSince: earlier(noon, hours(unlistedFor)) };
      const { gone } = await proven(unsupported, [resource('disk/lost', since)], [list('disk', ['other'])]);
      return gone.has('disk/lost');
    };
    expect(await verdictOf(null)).toBe(false);
    expect(await verdictOf(2.9)).toBe(false);
    expect(await verdictOf(3)).toBe(true);
  });
});

it('at most 20 missing resources are read in one poll, and others in the next', async () => {
  const known = Array.from({ length: 50 }, (_, index) => resource(`vm/v-${index}`));
  const read = new Set<string>();
  for (let poll = 0; poll < 12; poll += 1) {
    const asked: string[] = [];
    await proveAbsences(known, [list('vm', [])], later(noon, minutes(5 * poll)), async (of) => {
      asked.push(toResourceKey(of));
      return { kind: 'unknown', because: 'busy' };
    });
    expect(asked).toHaveLength(20);
    for (const key of asked) read.add(key);
  }
  expect(read.size).toBe(known.length);
});

it('the machines of a cluster are proven gone with their cluster, however many there are', async () => {
  const cluster = ResourceId.parse('big');
  const machines = Array.from({ length: 64 }, (_, index) =>
    resource(`cluster-machine/m-${index}`, { cluster }),
  );
  const known = [resource('cluster/big'), ...machines];
  const lists = [list('cluster', []), list('cluster-machine', [])];
  const { gone, doubts } = await proveAbsences(known, lists, noon, async () => ({ kind: 'gone' }));
  expect([gone.size, doubts.size]).toEqual([65, 0]);
});

it('no resource disappears without proof, and every doubt is reported, whatever lists and reads answer (invariant 22)', async () => {
  const kinds = ['vm', 'machine', 'disk', 'image'] as const;
  const aKnown = fc.record({
    kind: fc.constantFrom(...kinds),
    isListed: fc.boolean(),
    answer: fc.constantFrom('exists', 'gone', 'unsupported', 'unknown' as const),
    unlistedFor: fc.constantFrom(null, 0.5, 4),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(aKnown, { maxLength: 40 }), async (drawn) => {
      const all = drawn.map((one, index) => ({
        ...one,
        resource: resource(
          `${one.kind}/r-${index}`,
          one.unlistedFor === null ? {} : { unlistedSince: earlier(noon, hours(one.unlistedFor)) },
        ),
      }));
      const lists = kinds.map((kind) =>
        list(
          kind,
          all.filter((one) => one.kind === kind && one.isListed).map((one) => one.resource.id),
        ),
      );
      const answerOf = new Map(all.map((one) => [toResourceKey(one.resource), one.answer]));
      const read: string[] = [];
      const { gone, existing, doubts } = await proveAbsences(
        all.map((one) => one.resource),
        lists,
        noon,
        async (of) => {
          read.push(toResourceKey(of));
          return answers[answerOf.get(toResourceKey(of)) ?? 'unknown'](of);
        },
      );
      expect(read.length).toBeLessThanOrEqual(20);
      for (const { resource: one, isListed, answer, unlistedFor } of all) {
        const key = toResourceKey(one);
        const part: Part = partOf[one.kind];
        if (isListed) expect(gone.has(key)).toBe(false);
        else if (!gone.has(key)) expect(doubts.has(part), `${key} is doubted`).toBe(true);
        else {
          expect(read).toContain(key);
          expect(answer === 'gone' || (answer === 'unsupported' && unlistedFor === 4)).toBe(true);
        }
      }
      expect(existing.every((one) => answerOf.get(toResourceKey(one)) === 'exists')).toBe(true);
    }),
  );
});
