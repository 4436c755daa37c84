import { expect, it } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { days, later } from '../../lib/model/time/time.ts';
import { answerToken } from '../../lib/notify/messages/answer-token.ts';
import { asking, secret } from '../jobs/answer-links/a-link.ts';
import { fleet, train } from '../jobs/overrides/a-fleet.ts';
import { aLambda } from './a-lambda.ts';

const tokenOver = (route: string): string =>
  answerToken(secret, {
    answer: 'keep',
    subject: train,
    about: 'a'.repeat(22),
    route,
    expires: later(systemClock.now(), days(7)),
  });

it('a button press in Amazon Q keeps a machine once, also after a cold start of the function of answers', async () => {
  const more = { SPENDWATCH_ANSWER_SECRET: secret, SPENDWATCH_AMAZON_Q_BUTTONS: 'true' };
  const lambda = await aLambda({ policy: asking, more });
  for (const head of fleet({})) await lambda.ledger.commit(head);
  const press = { t: tokenOver('amazon-q') };
  expect(await lambda.invoke('answer', { t: tokenOver('slack') })).toContain('not valid');
  expect(await lambda.ledger.overrides(systemClock.now())).toEqual([]);
  expect(await lambda.invoke('answer', press)).toMatch(
    /^Amazon Q, link [\w-]{8} over amazon-q: VM train-7b in project lab is kept until 20/,
  );
  expect(await lambda.invoke('answer', press)).toContain('was already used by Amazon Q, link');
  expect(await lambda.ledger.overrides(systemClock.now())).toMatchObject([{ kind: 'keep', subject: train }]);
});
