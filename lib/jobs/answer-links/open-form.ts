import { type Opener, SlackReply } from '../../config/settings/slack-press.ts';
import { keepChoices } from '../../notify/messages/answer-links.ts';
import { slackForm } from '../../notify/routes/slack-form.ts';
import { answerInWords, refused, type Told, toldOf, withPress } from './answer-press.ts';
import type { AnswerPorts, SlackApp } from './answer-request.ts';
import { previewAnswer } from './give-answer.ts';

/** A press of a button that opens a form: what the form is to bring back, and what Slack opens it by within three seconds. */
type Opening = { readonly opener: Opener; readonly trigger: string };

/**
 * Opens the form of a button, in which nothing is recorded yet, and returns `null`; or returns why there is none. A button
 * whose answer would be refused opens no form.
 */
export const openForm = (
  ports: AnswerPorts,
  { post, botToken }: SlackApp,
  { opener, trigger: trigger_id }: Opening,
): Promise<Told | null> =>
  withPress(ports, { token: opener.token, chat: 'slack' }, async (link, known) => {
    const { answer } = known.link;
    const outcome = await previewAnswer(link, known);
    const { timezone, keepAtMost } = link.policy;
    if (outcome.kind !== 'placed') return toldOf(outcome, timezone);
    const view = slackForm({
      answer,
      says: answerInWords(outcome, timezone),
      lasts: answer === 'keep' ? keepChoices(keepAtMost) : [],
      metadata: JSON.stringify(opener),
    });
    const delivery =
      botToken === null
        ? { because: 'there is no bot token' }
        : await post({
            name: 'Slack',
            address: async () => 'https://slack.com/api/views.open',
            content: async () => ({
              body: JSON.stringify({ trigger_id, view }),
              headers: { authorization: `Bearer ${await botToken()}` },
            }),
            refusalIn,
            tries: 1,
          });
    if (!('because' in delivery)) return null;
    ports.onFailure(new Error(`the form was not opened: ${delivery.because}`));
    return refused('The form could not be opened. Press the button again');
  });

/** Returns why Slack did not open a form. It says so in a reply of success: https://docs.slack.dev/reference/methods/views.open */
function refusalIn(text: string): string | null {
  const reply = SlackReply.safeParse(/^\{/.test(text) ? JSON.parse(text) : null);
  if (reply.success && reply.data.ok) return null;
  return `it refused (${/^[a-z_]{2,60}$/.exec(reply.data?.error ?? '')?.[0] ?? 'without a reason'})`;
}
