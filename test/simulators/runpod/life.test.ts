import { describe, expect, it } from 'vitest';
import { hours, later, minutes, seconds } from '../../../lib/model/time/time.ts';
import { balanceOf } from '../../../lib/simulators/runpod/world/account.ts';
import { podRates } from '../../../lib/simulators/runpod/world/charges.ts';
import {
  createCluster,
  createVolume,
  rentAway,
  topUp,
} from '../../../lib/simulators/runpod/world/holdings.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { actionsOf, createPod, podOf, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import { fromUsd, toUsd } from '../../../lib/simulators/runpod/world/tariff.ts';
import { anAccount, aPod, start } from './an-account.ts';

const aFutureWith = (options: Parameters<typeof anAccount>[0] = {}) => {
  const account = anAccount(options);
  const pod = createPod(account.world.state(), aPod);
  const statusAfter = (span: Parameters<typeof account.clock.advance>[0]) => {
    account.clock.advance(span);
    account.world.state();
    return statusOf(pod);
  };
  return { ...account, pod, statusAfter };
};

describe('the life of a pod', () => {
  it('is provisioned, starts and runs, with the available actions in each status', () => {
    const { pod, statusAfter } = aFutureWith();
    expect([statusOf(pod), actionsOf(pod)]).toEqual(['PROVISIONING', ['stop', 'terminate']]);
    expect([statusAfter(seconds(20)), actionsOf(pod)]).toEqual(['STARTING', ['stop', 'terminate']]);
    expect([statusAfter(seconds(50)), actionsOf(pod)]).toEqual(['RUNNING', ['stop', 'restart', 'terminate']]);
  });

  it('rests after a stop, and runs again after a start', () => {
    const { world, pod, statusAfter } = aFutureWith();
    statusAfter(minutes(5));
    takeAction(world.state(), pod.id, 'stop');
    expect([statusOf(pod), actionsOf(pod)]).toEqual(['EXITED', ['start', 'terminate']]);
    expect(() => takeAction(world.state(), pod.id, 'stop')).toThrow('not valid');
    takeAction(world.state(), pod.id, 'start');
    expect([statusOf(pod), statusAfter(minutes(2))]).toEqual(['STARTING', 'RUNNING']);
  });

  it('may have lost its GPUs at the next start, which is refused or has none', () => {
    const { world, pod, statusAfter, ask } = aFutureWith();
    statusAfter(minutes(5));
    takeAction(world.state(), pod.id, 'stop');
    rentAway(pod, 'refused');
    expect(() => takeAction(world.state(), pod.id, 'start')).toThrow('not enough free GPUs');
    expect(statusOf(pod)).toBe('EXITED');
    rentAway(pod, 'without-gpus');
    takeAction(world.state(), pod.id, 'start');
    expect(statusAfter(minutes(2))).toBe('RUNNING');
    return expect(ask('GET', `/v2/pods/${pod.id}`)).resolves.toMatchObject({
      body: { cost: 6.36, runtime: { gpus: [] } },
    });
  });

  it('may never come up, and is charged nevertheless', () => {
    const { clock, world } = anAccount();
    const pod = createPod(world.state(), { ...aPod, isBroken: true });
    const before = balanceOf(world.state());
    clock.advance(hours(1));
    expect(toUsd(before - balanceOf(world.state()))).toBeCloseTo(6.36 + (150 * 0.1) / 730, 9);
    expect(statusOf(pod)).toBe('STARTING');
  });

  it('cannot be stopped while it is locked, nor by itself in a cluster', () => {
    const { world, pod, statusAfter } = aFutureWith();
    statusAfter(minutes(5));
    pod.locked = true;
    expect(actionsOf(pod)).toEqual(['terminate']);
    expect(() => takeAction(world.state(), pod.id, 'stop')).toThrow('locked');
    const { id } = createCluster(world.state(), 'sweep');
    const node = createPod(world.state(), { ...aPod, cluster: { id, rank: 0 } });
    expect(() => takeAction(world.state(), node.id, 'terminate')).toThrow(`belongs to cluster ${id}`);
  });
});

describe('the balance', () => {
  it('falls every five minutes by all use until then, to the last digit', () => {
    const { clock, world } = anAccount({ credit: 100 });
    clock.advance(minutes(2));
    const pod = createPod(world.state(), aPod);
    const { gpu, disk } = podRates(pod, 'RUNNING');
    const used = (time: number) => fromUsd(100) - (gpu + disk) * BigInt(time);
    const balanceAfter = (time: number) => {
      clock.advance(seconds(time));
      return balanceOf(world.state());
    };
    expect(balanceAfter(179)).toBe(fromUsd(100));
    expect(balanceAfter(1)).toBe(used(180));
    expect(balanceAfter(299)).toBe(used(180));
    expect(balanceAfter(1)).toBe(used(480));
    // A stop between two charges is charged with the next one.
    clock.advance(seconds(100));
    takeAction(world.state(), pod.id, 'stop');
    const { disk: atRest } = podRates(pod, 'EXITED');
    expect(balanceOf(world.state())).toBe(used(480));
    expect(balanceAfter(200)).toBe(used(580) - atRest * 200n);
    topUp(world.state(), 5);
    expect(balanceOf(world.state())).toBe(used(580) - atRest * 200n + fromUsd(5));
  });
});

describe('the end of the credit', () => {
  it('comes with the charge that leaves nothing: pods without a network volume are lost, and volumes billed on', () => {
    const { clock, world } = anAccount({ credit: 10 });
    const volume = createVolume(world.state(), { name: 'datasets', gb: 1_000 });
    const lost = createPod(world.state(), aPod);
    const kept = createPod(world.state(), { ...aPod, storage: { kind: 'network', id: volume.id } });
    const statuses = () => {
      world.state();
      return [lost, kept].map(statusOf);
    };
    // 12.84 USD an hour: the credit is used up after 46 min 43 s.
    clock.advance(seconds(49 * 60 + 59));
    expect(statuses()).toEqual(['RUNNING', 'RUNNING']);
    expect(toUsd(balanceOf(world.state()))).toBeGreaterThan(0);
    clock.advance(seconds(1));
    expect(statuses()).toEqual(['TERMINATED', 'EXITED']);
    expect(toUsd(balanceOf(world.state()))).toBeCloseTo(-0.7, 2);
    expect(() => podOf(world.state(), lost.id)).toThrow('not found');
    const before = balanceOf(world.state());
    clock.advance(hours(10));
    expect(toUsd(before - balanceOf(world.state()))).toBeCloseTo((1_000 * 0.07 * 10) / 730, 9);
    expect(() => createPod(world.state(), aPod)).toThrow('insufficient balance');
    topUp(world.state(), 100);
    expect(statusOf(takeAction(world.state(), kept.id, 'start'))).toBe('STARTING');
  });

  it('never comes to an account that pays by invoice', () => {
    const { clock, world } = anAccount({ credit: 0, mode: 'POSTPAID' });
    const pod = createPod(world.state(), aPod);
    clock.advance(hours(48));
    expect(statusOf(podOf(world.state(), pod.id))).toBe('RUNNING');
    expect(toUsd(balanceOf(world.state()))).toBeLessThan(-300);
  });

  it('is the same whether requests arrive meanwhile or not', () => {
    const run = (steps: number) => {
      const { clock, world } = anAccount({ credit: 40 });
      createPod(world.state(), aPod);
      for (let step = 0; step < steps; step += 1) {
        clock.advance(seconds(43_200 / steps));
        world.state();
      }
      return [...world.state().pods.values()].map(({ life }) => life);
    };
    expect(run(360)).toEqual(run(1));
  });

  it('plays a script at its instants', () => {
    const script = [
      {
        at: later(start, hours(1)),
        happen: (state: Parameters<typeof createPod>[0]) => createPod(state, aPod),
      },
    ];
    const { clock, world } = anAccount({ script });
    expect(world.state().pods.size).toBe(0);
    clock.advance(hours(2));
    expect(findByName(world.state().pods, 'tune').createdAt).toBe(later(start, hours(1)));
  });
});
