import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clusterResources,
  machineResource,
  readCommitmentEnd,
  vmResource,
} from '../../../../lib/clouds/compute/facts/resources.ts';
import { volumeResource } from '../../../../lib/clouds/compute/facts/storage-resources.ts';
import { isCommitted } from '../../../../lib/model/facts/commitment.ts';
import { ResourceId, toTarget } from '../../../../lib/model/ids.ts';
import { monthsLater } from '../../../../lib/model/time/period.ts';
import { days, earlier, isoInstant, later, milliseconds } from '../../../../lib/model/time/time.ts';
import { judgeCommitment } from '../../../../lib/rules/commitment/judge.ts';
import { at } from '../../../support/at.ts';
import { anObservation, lab, noon } from '../../../support/builders/observation-builders.ts';
import { aCommitmentRule } from '../../../support/builders/resource-rule-builders.ts';
import { aWireMachine, aWireVm, aWireVolume } from '../../../support/builders/wire-builders.ts';

const made = at('2026-01-31T12:00:00');
const soon = at('2026-02-01T12:00:00');
const term = (length: string) => `COMMITMENT_TERM_${length}`;

describe('a commitment (invariant 3)', () => {
  it.each([
    ['the end that is shown', term('12_MONTHS'), '2026-12-24T00:00:00Z', '2026-12-24T00:00:00'],
    ['the end that is shown without a term', undefined, '2026-12-24T00:00:00Z', '2026-12-24T00:00:00'],
    ['creation and term where no end is shown', term('12_MONTHS'), undefined, '2027-01-31T12:00:00'],
    ['the last day of a shorter month', term('1_MONTH'), null, '2026-02-28T12:00:00'],
    ['creation and term where the end is empty', term('3_MONTHS'), '', '2026-04-30T12:00:00'],
    [
      'creation and term where the end was never set',
      term('6_MONTHS'),
      '1970-01-01T00:00:00Z',
      '2026-07-31T12:00:00',
    ],
    ['creation and a term that no document names', term('48_MONTHS'), null, '2030-01-31T12:00:00'],
  ])('lasts until %s', (_, commitmentTerm, commitmentEndTime, until) => {
    expect(readCommitmentEnd({ commitmentTerm, commitmentEndTime }, made, soon)).toBe(at(until));
  });

  it.each([term('2_YEARS'), term('0_MONTHS'), term('UNSPECIFIED'), 'none', '12'])(
    'of the unreadable term %j has an unknown end',
    (commitmentTerm) => {
      expect(readCommitmentEnd({ commitmentTerm }, made, soon)).toBe('unknown');
    },
  );

  it('has an unknown end once creation plus term has passed, as it may have begun later', () => {
    const commitmentTerm = term('1_MONTH');
    const over = at('2026-02-28T12:00:00');
    expect(readCommitmentEnd({ commitmentTerm }, made, earlier(over, milliseconds(1)))).toBe(over);
    expect(readCommitmentEnd({ commitmentTerm }, made, over)).toBe('unknown');
    expect(readCommitmentEnd({ commitmentTerm, commitmentEndTime: '2026-02-20T00:00:00Z' }, made, over)).toBe(
      at('2026-02-20T00:00:00'),
    );
  });

  it('protects until it ends, whenever a VM was committed and whether or not the end is shown', () => {
    const day = fc.integer({ min: 0, max: 1_500 });
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(1, 3, 12),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (age, months, part, isShown) => {
          const from = later(made, days(age));
          const until = monthsLater(from, months, 'UTC');
          const now = later(from, milliseconds(Math.floor((until - from - 1) * part)));
          const wire = aWireVm({
            createTime: isoInstant(made),
            commitmentTerm: term(`${months}_MONTH${months > 1 ? 'S' : ''}`),
            ...(isShown && { commitmentEndTime: isoInstant(until) }),
          });
          expect(isCommitted(vmResource(wire, now), now)).toBe(true);
        },
      ),
    );
  });

  it('has an unknown end where its beginning is unknown', () => {
    expect(readCommitmentEnd({ commitmentTerm: term('12_MONTHS') }, null, soon)).toBe('unknown');
    const unset = { commitmentTerm: term('12_MONTHS'), commitmentEndTime: '1970-01-01T00:00:00Z' };
    expect(readCommitmentEnd(unset, null, soon)).toBe('unknown');
  });

  it.each([term('NONE'), '', null, undefined])('does not exist with the term %j', (commitmentTerm) => {
    expect(readCommitmentEnd({ commitmentTerm }, made, soon)).toBeNull();
  });
});

describe('a commitment without a shown end', () => {
  const committed = { createTime: '2026-11-01T12:00:00Z', commitmentTerm: term('1_MONTH') };
  const ends = at('2026-12-01T12:00:00');
  const cluster = { id: ResourceId.parse('c'), ...committed, machines: [{ id: ResourceId.parse('n') }] };

  it('ends by its term for VMs, machines, clusters and their machines, and at an unknown time for a volume', () => {
    expect(vmResource(aWireVm(committed), noon).committedUntil).toBe(ends);
    expect(machineResource(aWireMachine(committed), noon).committedUntil).toBe(ends);
    expect(clusterResources(cluster, noon).map(({ committedUntil: until }) => until)).toEqual([ends, ends]);
    expect(volumeResource(aWireVolume({ commitmentTerm: term('1_MONTH') }), noon).committedUntil).toBe(
      'unknown',
    );
  });

  it('of a machine is alerted on before its end', () => {
    const resources = [machineResource(aWireMachine(committed), noon)];
    const observation = anObservation({ seen: ['machines'], resources });
    const [verdict] = judgeCommitment(aCommitmentRule(), { target: toTarget(lab), observation, zone: 'UTC' });
    expect(verdict).toMatchObject({
      kind: 'breached',
      subject: `${lab}/machine/metal`,
      because: 'commitment ends in 10 d, at 2026-12-01 12:00',
    });
  });
});
