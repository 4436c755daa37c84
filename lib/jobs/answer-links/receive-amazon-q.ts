import { AmazonQPress } from '../../config/settings/received-events.ts';
import { escaped } from '../../routes/markup.ts';
import { answerPress } from './answer-press.ts';
import { type AnswerPorts, nothingRecorded } from './answer-request.ts';

/**
 * Gives the answer of a button of Amazon Q Developer, and returns the text that it shows in the chat. Its event has the
 * token of the button, but does not show who pressed it.
 */
export async function receiveAmazonQ(ports: AnswerPorts, event: unknown): Promise<string> {
  const press = AmazonQPress.safeParse(event);
  if (!press.success)
    return `The request has no token of a button. Press a button in a message of spendwatch. ${nothingRecorded}`;
  const { said } = await answerPress(
    ports,
    { token: press.data.t, chat: 'amazon-q' },
    { name: 'Amazon Q', reason: '' },
  );
  return escaped(said, 2_000);
}
