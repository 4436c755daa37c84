import { describe, expect, it } from 'vitest';
import { ApiKeyError } from '../../lib/jobs/api-key.ts';
import { BlindRunError } from '../../lib/jobs/blind-run.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { earlier, minutes } from '../../lib/model/time/time.ts';
import { aBudgetNotification, aMessage } from '../notify/messages/a-message.ts';
import { markedKey } from '../support/api-key.ts';
import { aHead, lab } from '../support/builders/observation-builders.ts';
import { aLambda } from './a-lambda.ts';

const shop = projectTarget(null, ProjectId.parse('shop'));
const now = systemClock.now();
/** Polled just now, with a message that waits to be sent. */
const waiting = aHead({
  seq: 1,
  polledAt: now,
  outbox: [aMessage(aBudgetNotification(), { at: earlier(now, minutes(1)) })],
});

describe('invariant 18: the function watch does its work and then fails', () => {
  it('where one record of the ledger cannot be read, after polling and committing the others', async () => {
    const lambda = await aLambda();
    await lambda.putDamaged(aHead({ seq: 7 }));
    const run = lambda.invoke('watch');
    await expect(run).rejects.toThrow(BlindRunError);
    await expect(run).rejects.toThrow(/^project\/lab: .* its checksum does not match its bytes/);
    expect(await lambda.ledger.head(shop)).toMatchObject({
      seq: 1,
      failedPolls: 0,
      observation: { kind: 'project' },
    });
  });

  it('where the cloud rejects the API key, after committing a failed poll of each target', async () => {
    const lambda = await aLambda();
    await lambda.ledger.commit(aHead({ seq: 1, polledAt: earlier(now, minutes(5)) }));
    lambda.parameter.key = markedKey('revoked');
    const run = lambda.invoke('watch');
    await expect(run).rejects.toThrow(BlindRunError);
    await expect(run).rejects.toThrow(/^listProjects: the cloud rejected the API key/);
    const rejected = expect.stringContaining('rejected the API key');
    expect(await lambda.ledger.head(lab)).toMatchObject({ seq: 2, failedPolls: 1, failedBecause: rejected });
  });
});

describe('invariant 18: the function act does its work and then fails', () => {
  it('where one record of the ledger cannot be read, after sending what waited and an alert on that record', async () => {
    const lambda = await aLambda();
    await lambda.putDamaged(aHead({ seq: 7 }));
    await lambda.ledger.commit({ ...waiting, target: shop });
    const run = lambda.invoke('act');
    await expect(run).rejects.toThrow(BlindRunError);
    await expect(run).rejects.toThrow(/^1 record of the ledger cannot be read: project\/lab/);
    expect(lambda.published()).toEqual([
      expect.stringContaining('ml-infra'),
      expect.stringContaining('ledger records cannot be read'),
    ]);
    expect(await lambda.ledger.head(shop)).toMatchObject({ outbox: [] });
  });

  it('where its key cannot be read, after sending what waited and an alert on the key', async () => {
    const lambda = await aLambda();
    await lambda.ledger.commit(waiting);
    lambda.parameter.key = null;
    const run = lambda.invoke('act');
    await expect(run).rejects.toThrow(ApiKeyError);
    await expect(run).rejects.toThrow(/^cannot read the SSM parameter \/keys\/lambda/);
    expect(lambda.published()).toEqual([expect.stringContaining('ml-infra'), expect.stringContaining('key')]);
    expect(await lambda.ledger.head(lab)).toMatchObject({ outbox: [] });
  });
});

it('both functions succeed where nothing is wrong', async () => {
  const lambda = await aLambda();
  expect(await lambda.invoke('watch')).toMatchObject({ turned: 3, unreadable: 0, cloud: 'answered' });
  expect(await lambda.invoke('act')).toEqual({ delivered: 0, undelivered: 0, carriedOut: 0 });
});
