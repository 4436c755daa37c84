import { describe, expect, it } from 'vitest';
import type { ActionOrder } from '../../../../lib/clouds/cloud.ts';
import { takeAction } from '../../../../lib/clouds/compute/actions/take-action.ts';
import type { CloudErrorKind } from '../../../../lib/clouds/http/errors.ts';
import { ProjectId } from '../../../../lib/model/ids.ts';
import { seconds } from '../../../../lib/model/time/time.ts';
import { aPlatform, boxOnTheWire } from '../../../support/clouds/platform.ts';
import { type Answers, failing } from '../../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../../support/set-clock.ts';
import { on } from '../../../support/timeline.ts';

/** Stops "box" on a platform that answers like this; `check` permits by default. */
async function stopped(answers: Answers = {}, overrides: Partial<ActionOrder> = {}) {
  const clock = setClock(on('11:00'));
  const cloud = aPlatform(clock, answers);
  const order: ActionOrder = {
    kind: 'stop',
    project: ProjectId.parse('lab'),
    resource: { kind: 'vm', id: 'box' },
    image: null,
    because: 'idle',
    rereadWithin: seconds(4),
    check: () => ({ kind: 'go' }),
    ...overrides,
  };
  const outcome = await takeAction(cloud, () => clock.now(), order);
  return {
    outcome,
    asked: cloud.asked,
    stops: cloud.asked.filter((question) => question.startsWith('stopVm')).length,
  };
}
/** An answer that fails, then others. */
const inTurn = (...answers: readonly (() => unknown)[]) => {
  let nth = 0;
  return () => answers[Math.min(nth++, answers.length - 1)]?.();
};
const throwing = (kind: CloudErrorKind) => () => {
  throw failing(kind);
};
const shown = (state: string) => () => ({ VM: boxOnTheWire({ state }) });

describe('a check before a stop', () => {
  it('receives what was read, and when', async () => {
    await stopped(
      { getVm: shown('MIGRATING') },
      {
        check: ({ resource, points }, at) => {
          expect([resource.state, points.length, at]).toEqual(['MIGRATING', 72, on('11:00')]);
          return { kind: 'go' };
        },
      },
    );
    expect.assertions(1);
  });
});

describe('a VM that cannot be read again', () => {
  it.each([
    ['its samples do not come', { monitorVm: throwing('unavailable') }],
    ['it does not come', { getVm: throwing('timeout') }],
    ['it is gone', { getVm: throwing('not-found') }],
    ['what comes does not fit the contract', { getVm: () => ({ VM: { state: 'ACTIVE' } }) }],
    ['a sample does not fit the contract', { monitorVm: () => [{ cpu: 5 }] }],
  ] satisfies [string, Answers][])('is left alone: %s (invariants 1 and 5)', async (_, answers) => {
    const { outcome, stops } = await stopped(answers);
    expect(outcome.kind).toBe('not-sent');
    expect(outcome.because).toMatch(/read again/);
    expect(stops).toBe(0);
  });
});

describe('a stop is requested at most four seconds after the read', () => {
  const slow = (span: number, ...nths: readonly number[]) => {
    let nth = 0;
    const clock = setClock(on('11:00'));
    const cloud = aPlatform(clock, {
      getVm: () => {
        nth += 1;
        if (nths.includes(nth)) clock.pass(seconds(span));
        return { VM: boxOnTheWire() };
      },
    });
    return { clock, cloud };
  };
  const order: ActionOrder = {
    kind: 'stop',
    project: ProjectId.parse('lab'),
    resource: { kind: 'vm', id: 'box' },
    image: null,
    because: 'idle',
    rereadWithin: seconds(4),
    check: () => ({ kind: 'go' }),
  };

  it.each([
    ['a read of four seconds is young enough', 4, [1], 1, 'requested'],
    ['a read that took longer is repeated', 4.001, [1], 2, 'requested'],
    ['a repeated read that took longer is repeated once more', 60, [1, 2], 3, 'requested'],
    ['the stop is given up where every read took longer', 60, [1, 2, 3], 3, 'not-sent'],
  ] as const)('%s', async (_, span, nths, reads, kind) => {
    const { clock, cloud } = slow(span, ...nths);
    const outcome = await takeAction(cloud, () => clock.now(), order);
    expect(outcome.kind).toBe(kind);
    expect(cloud.asked.filter((question) => question === 'getVm lab/box')).toHaveLength(reads);
    expect(cloud.asked.filter((question) => question === 'monitorVm lab/box')).toHaveLength(reads);
  });

  it('every repeated read is checked, so that the stop rests on a checked one', async () => {
    const { clock, cloud } = slow(5, 1);
    let nth = 0;
    const check: ActionOrder['check'] = () => {
      nth += 1;
      return nth === 1 ? { kind: 'go' } : { kind: 'cancelled', because: 'kept meanwhile' };
    };
    expect(await takeAction(cloud, () => clock.now(), { ...order, check })).toMatchObject({
      kind: 'cancelled',
    });
    expect(cloud.asked).not.toContain('stopVm lab/box');
  });
});

describe('a stop with an unknown outcome', () => {
  it('counts as accepted by the state field of older platforms too', async () => {
    const old = () => ({ VM: { id: 'box', vmState: 'STOPPED' } });
    const { outcome } = await stopped({ stopVm: throwing('timeout'), getVm: inTurn(shown('ACTIVE'), old) });
    expect(outcome.kind).toBe('requested');
  });
});

describe('a refusal', () => {
  it.each(['unauthenticated', 'forbidden'] as const)(
    '(%s) to show the VM again is reported as a refusal, since it will not pass by itself',
    async (kind) => {
      const { outcome, stops } = await stopped({ getVm: throwing(kind) });
      expect(outcome).toMatchObject({
        kind: 'refused',
        because: `it could not be read again: scripted: ${kind}`,
      });
      expect(stops).toBe(0);
    },
  );
});

it('an exception other than an error of the cloud is thrown', async () => {
  const breaks = () => {
    throw new TypeError('a mistake');
  };
  await expect(stopped({ getVm: breaks })).rejects.toThrow(TypeError);
  await expect(stopped({ stopVm: breaks })).rejects.toThrow(TypeError);
});
