import { describe, expect, it } from 'vitest';
import { MessageId, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { Message, NotificationByKind } from '../../../lib/state/notification.ts';
import { aboutVm, aConfirmedNotification, aMessage, anAction, anIdleNotification } from './a-message.ts';

const names = ['train-7b', 'fine-tune', 'sweep-03', 'notebook'];
const answers = createAnswerLinkSource({
  address: 'https://answers.example.com',
  secret: 'a secret of thirty-two characters',
  route: 'email',
  mayApprove: true,
  keepAtMost: null,
});
const disk = 'its container disk';
const pods = (count: number, overrides = {}) =>
  names.slice(0, count).map((name) => {
    const subject = Subject.parse(`project/pods/vm/${name}`);
    return { id: MessageId.parse(name), subject, incident: `incident of ${name}`, ...overrides };
  });
const wordsOf = (message: Message) => {
  const { body } = renderMessage(message, { zone: 'UTC', answers });
  return { body, count: body.split(/\s+/).length };
};

describe('a message about several resources', () => {
  const idle = pods(4).map((of, index) =>
    anIdleNotification({
      ...of,
      next: anAction({ erases: disk }),
      erasedByStop: disk,
      continuesAt: hourlyPrice(`0.0${index + 1}`),
      figures: {
        price: hourlyPrice(`${index + 1}.5`),
        isEstimate: true,
        cpu: index + 1,
        gpu: { busiest: 0, memory: null },
      },
    }),
  );

  it('has at most 160 words for four pods that will be stopped, with each link, the deadline and the loss', () => {
    const { body, count } = wordsOf(aMessage(idle, { cloud: 'runpod' }));
    expect(body).toMatchInlineSnapshot(`
      "== All 4

      It will be stopped, not before 2026-11-21 06:16 (UTC), unless it is used
      before then. This erases its container disk for good.

      == pod notebook in pods: idle at 4.50 USD/h (estimate), will be stopped

      GPU 0 %, CPU 4 % for 4 h.

        Keep for a week
          https://answers.example.com/answer/swa1.keep.cHJvamVjdC9wb2RzL3ZtL25vdGVib29r.EOB5gzgyTxKmGV2m1eEwTF.ZW1haWw.1795842960.xuOqHjsc65VU19JtDWU28Ze5Z4_ucyEdWjlp18gHT5o
        Deny
          https://answers.example.com/answer/swa1.deny.cHJvamVjdC9wb2RzL3ZtL25vdGVib29r.EOB5gzgyTxKmGV2m1eEwTF.ZW1haWw.1795842960.oBPRPprKaybsBEWmuniaV7o7UaV-vBz1ijnrq39JC_w

      == pod sweep-03 in pods: idle at 3.50 USD/h (estimate), will be stopped

      GPU 0 %, CPU 3 % for 4 h.

        Keep for a week
          https://answers.example.com/answer/swa1.keep.cHJvamVjdC9wb2RzL3ZtL3N3ZWVwLTAz.J0g0dwdLqQnaPxkcwM7DwC.ZW1haWw.1795842960.IwvQtxr1x1PmvRIJGJeSsD1Im3PMNm3tjnQBU37Yl28
        Deny
          https://answers.example.com/answer/swa1.deny.cHJvamVjdC9wb2RzL3ZtL3N3ZWVwLTAz.J0g0dwdLqQnaPxkcwM7DwC.ZW1haWw.1795842960.FBPebhkHgHU-DJS1jRg_kLcwhh11tmyUue4sQdBzc3A

      == pod fine-tune in pods: idle at 2.50 USD/h (estimate), will be stopped

      GPU 0 %, CPU 2 % for 4 h.

        Keep for a week
          https://answers.example.com/answer/swa1.keep.cHJvamVjdC9wb2RzL3ZtL2ZpbmUtdHVuZQ.rMlQ89UhRjycnDo8fz4q5f.ZW1haWw.1795842960.TpNfPH0FGMvTaqxdbSeSQ1fGNQhMFtqc7SIYKpCcIn4
        Deny
          https://answers.example.com/answer/swa1.deny.cHJvamVjdC9wb2RzL3ZtL2ZpbmUtdHVuZQ.rMlQ89UhRjycnDo8fz4q5f.ZW1haWw.1795842960.elLLS7ogtVbz8UTYpCHLe2mMOzHWOSPJT_dywS6A1ac

      == pod train-7b in pods: idle at 1.50 USD/h (estimate), will be stopped

      GPU 0 %, CPU 1 % for 4 h.

        Keep for a week
          https://answers.example.com/answer/swa1.keep.cHJvamVjdC9wb2RzL3ZtL3RyYWluLTdi.Ey7Ej4ix4S7wWYq5Ujollv.ZW1haWw.1795842960.8KoqoudsxOi25WgInpmjiC36KD77cCiAg4KhnF6jYqw
        Deny
          https://answers.example.com/answer/swa1.deny.cHJvamVjdC9wb2RzL3ZtL3RyYWluLTdi.Ey7Ej4ix4S7wWYq5Ujollv.ZW1haWw.1795842960.DHUQVZEs1Sqq8ZIymyUkZLiN7AWbvUZO7lBlbn8lh0c

      --
      warning, rule "forgotten machines", 2026-11-21 05:16 (UTC)
      Message ID: project/ml-infra#2026-11#80% (repeated deliveries carry the same one)
      "
    `);
    expect(count).toBeLessThanOrEqual(160);
  });

  it('has at most 140 words for three stops', () => {
    const stops = pods(3).map((of, index) =>
      aConfirmedNotification({
        ...of,
        erasedByStop: disk,
        price: hourlyPrice(`0.0${index + 1}`),
        priceBefore: hourlyPrice('2.5'),
      }),
    );
    const { body, count } = wordsOf(aMessage(stops, { cloud: 'runpod' }));
    expect(body).toMatchInlineSnapshot(`
      "== All 3

      A stop ends part of its charge, erases its container disk and leaves its
      volume disk, at 0.20 instead of 0.10 USD per GB per month. Anyone who
      needs it can start it again, while capacity is available; its rule then
      leaves it alone for its cool-off. If nobody needs it, delete it; this
      also erases its container disk and its volume disk.

      == pod sweep-03 in pods: stopped; 0.03 USD/h still billed

        start it again  spendwatch start pods/vm/sweep-03 --reason needed

      == pod fine-tune in pods: stopped; 0.02 USD/h still billed

        start it again  spendwatch start pods/vm/fine-tune --reason needed

      == pod train-7b in pods: stopped; 0.01 USD/h still billed

        start it again  spendwatch start pods/vm/train-7b --reason needed

      --
      warning, rule "forgotten machines", 2026-11-21 05:16 (UTC)
      Message ID: project/ml-infra#2026-11#80% (repeated deliveries carry the same one)
      "
    `);
    expect(count).toBeLessThanOrEqual(140);
  });

  it('states for each why its action failed', () => {
    const failed = pods(2).map(
      (of, index): NotificationByKind<'action-failed'> => ({
        kind: 'action-failed',
        ...aboutVm,
        ...of,
        because: `the platform refused: reason ${index}`,
        action: 'stop',
        retryAfter: null,
        by: null,
      }),
    );
    const { body } = wordsOf(aMessage(failed, { cloud: 'runpod' }));
    for (const index of [0, 1])
      expect(body.replace(/\s+/g, ' ')).toContain(`The platform refused: reason ${index}.`);
  });

  it('states for deletions what they end and erase, not what a stop would', () => {
    const deletions = pods(2).map((of) =>
      anIdleNotification({ ...of, next: anAction({ action: 'terminate' }) }),
    );
    const { body } = wordsOf(aMessage(deletions, { cloud: 'runpod' }));
    const text = body.replace(/\s+/g, ' ');
    expect(text).toContain('It will be deleted for good, not before');
    expect(text).toContain('Deletion ends its charge, erases ');
    expect(text).not.toContain('A stop');
  });
});
