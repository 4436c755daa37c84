import { describe, expect, it } from 'vitest';
import { readTargetObservations } from '../../../lib/jobs/queries/history-between.ts';
import { toBufferedObservations } from '../../../lib/model/facts/buffered-observation.ts';
import { chargeToMoney } from '../../../lib/model/money/money.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { on } from '../../support/timeline.ts';
import { always, aWatcher, outcomes } from './a-watcher.ts';

/** When the project was polled, according to everything that is stored. */
const seenAt = async ({ ledger, headOf }: ReturnType<typeof aWatcher>) =>
  (await readTargetObservations(ledger, await headOf(lab), ...always)).map(({ at }) => at);

describe('runs side by side (invariant 10)', () => {
  /** Another run commits first, so many times. */
  const interrupted = (times: number, change: (head: Head) => Head) => {
    let left = times;
    return (inner: Ledger): Ledger => ({
      ...inner,
      commit: async (head) => {
        const stored = await inner.head(head.target);
        if (head.target === lab && stored !== undefined && left > 0) {
          left -= 1;
          await inner.commit({ ...change(stored), seq: stored.seq + 1 });
        }
        return inner.commit(head);
      },
    });
  };

  it('the run that loses a commit takes its turn again on the newest head, with the same poll', async () => {
    const capsSaid = (head: Head): Head => ({ ...head, capsNotifiedOn: 'someone was here' });
    const watcher = aWatcher({ worsen: interrupted(1, capsSaid) });
    await watcher.run('10:00');
    const asked = watcher.cloud.asked.filter((question) => question === 'listVms lab').length;
    expect(outcomes(await watcher.run('10:05'))[lab]).toBe('turned');
    expect(await watcher.headOf(lab)).toMatchObject({
      seq: 3,
      capsNotifiedOn: 'someone was here',
      observation: { at: on('10:05') },
    });
    expect(watcher.cloud.asked.filter((question) => question === 'listVms lab')).toHaveLength(asked + 1);
    expect(await seenAt(watcher)).toEqual(['10:00', '10:05'].map(on));
    expect(chargeToMoney((await watcher.headOf(lab)).meters?.month.charge ?? expect.fail()).toFixed()).toBe(
      '5',
    );
  });

  it('a run that polled earlier than what is stored by now writes nothing', async () => {
    const polledLater = (head: Head): Head => ({
      ...head,
      observation: head.observation && { ...head.observation, at: on('10:06') },
      pendingWrites: {
        ...head.pendingWrites,
        buffered: head.observation ? toBufferedObservations(head.observation) : [],
      },
    });
    const watcher = aWatcher({ worsen: interrupted(1, polledLater) });
    await watcher.run('10:00');
    expect(outcomes(await watcher.run('10:05'))[lab]).toBe('overtaken');
    expect(await watcher.headOf(lab)).toMatchObject({ seq: 2, observation: { at: on('10:06') } });
    expect(await seenAt(watcher)).toEqual(['10:00', '10:06'].map(on));
  });

  it('a run whose clock is behind that of the head drops its poll, until time has caught up', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    await watcher.run('10:30');
    const ahead = await watcher.headOf(lab);
    for (const time of ['10:05', '10:20', '10:30']) {
      expect(outcomes(await watcher.run(time))[lab]).toBe('overtaken');
    }
    expect(await watcher.headOf(lab)).toEqual(ahead);
    expect(await seenAt(watcher)).toEqual(['10:00', '10:30'].map(on));
    expect(outcomes(await watcher.run('10:35'))[lab]).toBe('turned');
    expect(chargeToMoney((await watcher.headOf(lab)).meters?.month.charge ?? expect.fail()).toFixed()).toBe(
      '35',
    );
  });

  it('a run that loses its commit repeatedly gives up, and the next run goes on from what is stored', async () => {
    const watcher = aWatcher({ worsen: interrupted(5, (head) => head) });
    await watcher.run('10:00');
    expect(outcomes(await watcher.run('10:05'))[lab]).toBe('overtaken');
    expect(outcomes(await watcher.run('10:10'))[lab]).toBe('turned');
    expect(await watcher.headOf(lab)).toMatchObject({ seq: 7, observation: { at: on('10:10') } });
  });

  it('two runs at the same instant charge its time once', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    const reports = await Promise.all([watcher.run('10:05'), watcher.run('10:05')]);
    expect(reports.map((report) => outcomes(report)[lab]).sort()).toEqual(['overtaken', 'turned']);
    expect(chargeToMoney((await watcher.headOf(lab)).meters?.month.charge ?? expect.fail()).toFixed()).toBe(
      '5',
    );
  });
});
