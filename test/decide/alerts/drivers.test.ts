import { describe, expect, it } from 'vitest';
import { buildDriver, selectDrivers, selectFleetDrivers } from '../../../lib/decide/alerts/drivers.ts';
import { toResourceSubject } from '../../../lib/model/facts/resource.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  lab,
} from '../../support/builders/observation-builders.ts';

const named = (drivers: readonly { readonly subject: string }[]) => drivers.map(({ subject }) => subject);
const observation = anObservation({
  resources: [
    aVm({ id: 'small', price: '0.10' }),
    aVm({ id: 'large', price: '9', gpus: 8, gpuModel: 'H100', createdBy: 'ada' }),
    aVm({ id: 'unknown', price: null }),
    aVolume({ id: 'data', price: '1' }),
    aVm({ id: 'middle', price: '2' }),
  ],
});

describe('drivers', () => {
  it('are the three resources that cost most, and none that costs nothing', () => {
    expect(named(selectDrivers(observation, lab))).toEqual([
      'project/lab/vm/large',
      'project/lab/vm/middle',
      'project/lab/volume/data',
    ]);
    expect(selectDrivers(anObservation({ resources: [aVm({ price: '0' })] }), lab)).toEqual([]);
  });

  it('have the name that people gave them, where that is not their id', () => {
    const nameOf = (metadata: Readonly<Record<string, string>>) => {
      const resource = aVm({ id: 'x7k2', metadata });
      return buildDriver(toResourceSubject(lab, resource), resource).name;
    };
    expect(nameOf({ name: 'train-7b' })).toBe('train-7b');
    expect(nameOf({ name: 'x7k2' })).toBeUndefined();
    expect(nameOf({ name: '' })).toBeUndefined();
    expect(nameOf({})).toBeUndefined();
  });

  it('have their kind and their creator', () => {
    expect(
      observation.resources
        .map((resource) => buildDriver(toResourceSubject(lab, resource), resource))
        .map(({ what, by }) => [what, by]),
    ).toEqual([
      ['vm', null],
      ['8 x H100', 'ada'],
      ['vm', null],
      ['volume', null],
      ['vm', null],
    ]);
  });

  it('of several projects are the three that cost most in all of them', () => {
    const prod = projectTarget(null, ProjectId.parse('prod'));
    const heads = [
      aHead({ observation }),
      aHead({ target: prod, observation: anObservation({ resources: [aVm({ id: 'web', price: '3' })] }) }),
      aHead({ target: projectTarget(null, ProjectId.parse('unseen')) }),
    ];
    expect(named(selectFleetDrivers(heads))).toEqual([
      'project/lab/vm/large',
      'project/prod/vm/web',
      'project/lab/vm/middle',
    ]);
  });

  it('do not exist for an account by itself, which holds only projects', () => {
    expect(selectFleetDrivers([aHead({ observation: anAccountObservation() })])).toEqual([]);
  });
});
