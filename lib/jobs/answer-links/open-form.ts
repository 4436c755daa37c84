import type { Opener } from '../../config/settings/slack-press.ts';
import { keepChoices } from '../../notify/messages/answer-links.ts';
import { slackForm } from '../../routes/slack/slack-form.ts';
import { answerInWords, refused, type Told, toldOf, withPress } from './answer-press.ts';
import type { AnswerPorts, SlackApp } from './answer-request.ts';
import { previewAnswer } from './give-answer.ts';
import { refusalIn } from './slack-app.ts';

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
            refusalIn: (text) => refusalIn(text, true),
            tries: 1,
          });
    if (!('because' in delivery)) return null;
    ports.onFailure(new Error(`the form was not opened: ${delivery.because}`));
    return refused('The form could not be opened. Press the button again');
  });
