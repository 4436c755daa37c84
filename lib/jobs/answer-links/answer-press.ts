import { withLocalTimes } from '../../model/time/local-times.ts';
import { withStop } from '../../model/words.ts';
import { readAnswerToken } from '../../notify/messages/answer-token.ts';
import type { PlannedOverride } from '../overrides/override-outcome.ts';
import { type AnswerPorts, insteadOfThis, nothingMore, nothingRecorded, notNow } from './answer-request.ts';
import {
  type AnswerForm,
  giveAnswer,
  type KnownLink,
  type LinkOutcome,
  type LinkPorts,
} from './give-answer.ts';

/** A press of a button: the token of the button, and the kind of route that it arrived by. */
export type Press = { readonly token: string; readonly chat: 'slack' | 'amazon-q' };

/** The outcome of a press: the text for the chat, and whether an answer was recorded. */
export type PressReply = { readonly said: string; readonly isRecorded: boolean };

/**
 * Works on the link of a button if its token is valid and was sent over the kind of route that the press arrived by. Any
 * other press is refused without opening the ledger.
 */
export async function withPress<T>(
  ports: AnswerPorts,
  { token, chat }: Press,
  work: (link: LinkPorts, knownLink: KnownLink) => Promise<T>,
): Promise<T | PressReply> {
  const { secret, now, pollEvery } = ports;
  const check = readAnswerToken(secret, token, now);
  if (check.kind === 'expired') return refused(`This button has expired. ${insteadOfThis}`);
  if (check.kind === 'forged' || check.link.route.split('/')[0] !== chat)
    return refused(
      `This button is not valid. It comes from another chat or another spendwatch deployment, or was signed with an earlier secret. ${insteadOfThis}`,
    );
  try {
    return await ports.open((opened) => work({ ...opened, now, pollEvery }, check));
  } catch (error) {
    ports.onFailure(error);
    // An answer may be recorded although an error followed.
    return { said: notNow('Press the button'), isRecorded: false };
  }
}

export const answerPress = (ports: AnswerPorts, press: Press, written: AnswerForm): Promise<PressReply> =>
  withPress(ports, press, async (link, knownLink) =>
    buildPressReply(await giveAnswer(link, knownLink, written), link.policy.timezone),
  );

/** Returns the outcome as text for a chat. The author is the recorded one, who may be another person than the one who pressed. */
export function buildPressReply(outcome: LinkOutcome, zone: string): PressReply {
  if (outcome.kind === 'placed')
    return { said: `${outcome.override.author}: ${answerInWords(outcome, zone)}`, isRecorded: true };
  if (outcome.kind === 'used')
    return refused(`This button was already used by ${outcome.use.author}`, nothingMore);
  return refused('because' in outcome ? withLocalTimes(outcome.because, zone) : 'Nothing to do');
}

/** Returns the effect of an answer in sentences. */
export const answerInWords = ({ says, remarks }: PlannedOverride, zone: string): string =>
  [says, ...remarks].map((line) => withLocalTimes(withStop(line), zone)).join(' ');

export const refused = (because: string, recorded = nothingRecorded): PressReply => ({
  said: `${withStop(because)} ${recorded}`,
  isRecorded: false,
});
