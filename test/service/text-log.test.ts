import { expect, it } from 'vitest';
import { textLog } from '../../lib/service/text-log.ts';
import { at } from '../support/at.ts';

it('the log for people shows a reason of several lines one below another, and nothing that moves the cursor', () => {
  let written = '';
  const log = textLog({ now: () => at('2026-03-20T12:34:56.789') }, (line) => {
    written += line;
  });
  log('pass', { count: 3, cloud: 'answered' });
  log('policy-unchanged', { because: '2 mistakes\npolicy.yaml:1:1 \u001b[2Jversion' });
  log('ended');
  expect(written).toBe(
    [
      '2026-03-20 12:34:56Z  pass  count 3, cloud answered',
      '2026-03-20 12:34:56Z  policy-unchanged  2 mistakes',
      '    policy.yaml:1:1 [2Jversion',
      '2026-03-20 12:34:56Z  ended',
      '',
    ].join('\n'),
  );
});
